import { createRoot, type Root } from 'react-dom/client'
import { type AccountDialog, openAccountDialog } from '#stores/session/account-dialog.ts'
import { AccountMenu } from './account-menu.tsx'
import { ChangePassword } from './change-password.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

let root: Root | undefined

/**
 * Renders a dialog into its own root on the first click, because these pages have no island for it (see
 * layouts/scripts/account-buttons.ts).
 */
export function renderAccountDialog(dialog: AccountDialog): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  // Render the menu first: it must restore the focus before the next dialog takes it.
  root.render(
    <>
      <AccountMenu />
      <ChangePassword />
      <SignOutEverywhere />
    </>
  )
  openAccountDialog(dialog)
}
