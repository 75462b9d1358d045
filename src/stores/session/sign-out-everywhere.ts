import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { signOutEverywhere } from '#contract/auth/session.ts'
import * as text from '#messages/password.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { logOut } from './session.ts'

export const $signingOut = atom(false)

/** Unlike the sign-out of one device, it is only done once the server has done it. */
export function signOutOnAllDevices(): Promise<void> {
  return whileBusy($signingOut, text.signOutEverywhereFailed, async () => {
    await call(signOutEverywhere)
    toastAfterNavigation('success', text.signedOutEverywhere)
    // The server has ended it already; this leaves as from any page.
    await logOut()
  })
}
