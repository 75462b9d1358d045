import { atom } from 'nanostores'
import { urlFragment, whenHistoryChanges } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { confirmEmail } from '#contract/riders/confirm-email.ts'
import { logFailure, onRefusal } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/ssr-values.ts'

// The page of a link that confirms an email.

/** 'expired': the page has no token, or the server refused it. */
export const $confirmation = atom<'confirmed' | 'confirming' | 'expired' | 'failed'>('confirming')

whenMounted($confirmation, () => {
  void confirm()
  // Another link of the same page, opened in its tab, does not load the page again.
  return whenHistoryChanges(() => void confirm())
})

export async function confirm(): Promise<void> {
  const token = urlFragment()
  if (token === '') return $confirmation.set('expired')
  $confirmation.set('confirming')
  const request = call(confirmEmail, { body: { token } }).then(() => 'confirmed' as const)
  const result = await logFailure(onRefusal(request, ['link_expired', 'invalid_input'], () => 'expired' as const))
  $confirmation.set(result ?? 'failed')
}
