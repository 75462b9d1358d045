import { atom } from 'nanostores'

// Account actions of a signed-in visitor: change the password, or sign out on all devices.

const DIALOGS = ['menu', 'password', 'sign-out'] as const
export type AccountDialog = (typeof DIALOGS)[number]

export const isAccountDialog = (name: unknown): name is AccountDialog => DIALOGS.some(dialog => dialog === name)

export const $accountDialog = atom<AccountDialog | null>(null)

export function openAccountDialog(dialog: AccountDialog): void {
  $accountDialog.set(dialog)
}

export function closeAccountDialog(): void {
  $accountDialog.set(null)
}
