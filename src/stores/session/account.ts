import { atom } from 'nanostores'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'

// What somebody does with his own sign-in: another password, and signing out on all devices.

/** Only our own backend has the calls for it. */
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
