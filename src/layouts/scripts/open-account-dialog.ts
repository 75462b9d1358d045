import { isAccountDialog } from '#stores/session/account-dialog.ts'

/** Loads the dialogs, and returns how one of them is opened by its name. */
export async function loadAccountDialogs(): Promise<(name: string | undefined) => void> {
  const { renderAccountDialog } = await import('#islands/account/render-account-dialog.tsx')
  return name => {
    if (isAccountDialog(name)) renderAccountDialog(name)
  }
}
