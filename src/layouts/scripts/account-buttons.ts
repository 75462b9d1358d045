import { checkConnection } from '#messages/offline.ts'
import { toast } from '#stores/app/toasts.ts'

// The account dialogs load on the first tap on one of these buttons. The import goes through a small module, because
// the list of preloads for the dialogs is longer than this script.

const loadOpener = () => import('./open-account-dialog.ts')

function showLoadFailure(error: unknown): void {
  console.error(error)
  toast('error', checkConnection)
}

for (const button of document.querySelectorAll<HTMLElement>('[data-account]')) {
  button.addEventListener('click', () => {
    const dialogsLoaded = loadOpener().then(({ loadAccountDialogs }) => loadAccountDialogs())
    void dialogsLoaded.then(open => open(button.dataset.account), showLoadFailure)
  })
}
