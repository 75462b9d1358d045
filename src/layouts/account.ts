import { checkConnection } from '#messages/common.ts'
import { toast } from '#stores/app/toasts.ts'

// Another password and signing out on all devices: all of it comes with the first tap on one of these buttons. First a
// file that knows what the dialogs need: that list is longer than this script, and most visits never ask for it.

const loadOpener = () => import('./account-opener.ts')

for (const button of document.querySelectorAll<HTMLElement>('[data-account]')) {
  button.addEventListener('click', () => {
    const openerLoaded = loadOpener()
    openerLoaded
      .then(({ openAccountDialogByName }) => openAccountDialogByName(button.dataset.account))
      .catch(() => toast('error', checkConnection))
  })
}
