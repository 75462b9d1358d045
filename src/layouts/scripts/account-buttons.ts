import { checkConnection } from '#messages/app-shell.ts'
import { toast } from '#stores/app/toasts.ts'
import type { AccountDialog } from '#stores/session/account-dialogs.ts'

// The account dialogs load on the first tap on one of these buttons.

const loadDialogs = () => import('#islands/account/account-dialogs.tsx')

function showLoadFailure(error: unknown): void {
  console.error(error)
  toast('error', checkConnection)
}

for (const button of document.querySelectorAll<HTMLElement>('[data-account]')) {
  button.addEventListener('click', () => {
    const dialog = button.dataset.account as AccountDialog
    void loadDialogs().then(({ renderAccountDialog }) => renderAccountDialog(dialog), showLoadFailure)
  })
}
