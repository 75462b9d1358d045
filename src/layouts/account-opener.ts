import { isAccountDialog } from '#stores/session/account.ts'

export async function openDialog(name: string | undefined): Promise<void> {
  const { showAccountDialog } = await import('#islands/account/dialogs.tsx')
  if (isAccountDialog(name)) showAccountDialog(name)
}
