import { atom } from 'nanostores'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'

// Account actions of a signed-in visitor: change the password, or sign out on all devices.

/** External backends lack these calls. */
export const CAN_MANAGE_SIGN_IN = !IS_EXTERNAL_BACKEND

const DIALOGS = ['menu', 'password', 'sign-out'] as const
export type AccountDialog = (typeof DIALOGS)[number]

export const isAccountDialog = (name: unknown): name is AccountDialog => DIALOGS.some(one => one === name)

export const $accountDialog = atom<AccountDialog | null>(null)

export function openAccountDialog(dialog: AccountDialog): void {
  $accountDialog.set(dialog)
}

export function closeAccountDialog(): void {
  $accountDialog.set(null)
}
