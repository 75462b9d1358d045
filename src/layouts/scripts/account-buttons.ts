import { lazyPart } from '#client/device/lazy-part.ts'
import * as appShellText from '#messages/app-shell.ts'
import { showFailures } from '#stores/kit/requests.ts'
import type { AccountDialog } from '#stores/session/account-dialogs.ts'

// The account dialogs load on the first tap on one of these buttons.

const dialogs = lazyPart(() => import('#islands/account/account-dialogs.tsx'))

for (const button of document.querySelectorAll<HTMLElement>('[data-account]')) {
  button.addEventListener('click', async () => {
    window.showPressed?.(button)
    const loaded = await showFailures(appShellText.checkConnection, dialogs.load)
    window.showPressed?.(null)
    loaded?.renderAccountDialog(button.dataset.account as AccountDialog)
  })
}
