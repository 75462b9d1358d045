import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { signOutEverywhere } from '#contract/auth/sign-out.ts'
import * as text from '#messages/account/account.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { signOut } from './session.ts'

export const $isSigningOut = atom(false)

/** Unlike `signOut`, this waits until the server has confirmed it. */
export function submitSignOutEverywhere(): Promise<void> {
  return whileBusy($isSigningOut, text.logOutEverywhereFailed, async () => {
    await call(signOutEverywhere)
    toastAfterNavigation('success', text.loggedOutEverywhere)
    // The server has already ended the session; `signOut` clears this device and redirects.
    await signOut()
  })
}
