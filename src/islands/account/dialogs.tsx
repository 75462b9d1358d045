import { createRoot, type Root } from 'react-dom/client'
import { type AccountDialog, openAccountDialog } from '#stores/session/account.ts'
import { AccountMenu } from './account-menu.tsx'
import { ChangePassword } from './change-password.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

let root: Root | undefined

/** Drawn at the first tap that asks for one, on pages that have nothing else of them (layouts/account.ts). */
export function renderAccountDialog(dialog: AccountDialog): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  // The menu first: it gives the focus back before the next dialog takes it.
  root.render(
    <>
      <AccountMenu />
      <ChangePassword />
      <SignOutEverywhere />
    </>
  )
  openAccountDialog(dialog)
}
