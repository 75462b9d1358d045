import { isAccountDialog } from '#stores/session/account-dialog.ts'

export async function openAccountDialogByName(name: string | undefined): Promise<void> {
  const { renderAccountDialog } = await import('#islands/account/render-account-dialog.tsx')
  if (isAccountDialog(name)) renderAccountDialog(name)
}
