import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { sendConfirmLink } from '#contract/riders/confirm-email.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { loadProfile } from './profile-form.ts'

// A link that confirms the saved email.

export const $isSendingLink = atom(false)

export function sendLink(): Promise<void> {
  return whileBusy($isSendingLink, confirmEmailText.sendFailed, async () => {
    const { message } = await call(sendConfirmLink, { body: {} })
    toast('success', message)
    // It may have been confirmed on another device.
    return loadProfile
  })
}
