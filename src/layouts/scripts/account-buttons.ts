import { lazyPart } from '#client/device/lazy-part.ts'
import * as appShellText from '#messages/app-shell.ts'
import { showFailures } from '#stores/kit/requests.ts'

// The account dialogs, and the download of a rider's data, load on the first tap on one of these buttons.

const dialogs = lazyPart(() => import('#islands/account/account-dialogs.tsx'))

async function press(button: HTMLElement): Promise<void> {
  window.showPressed?.(button)
  const loaded = await showFailures(appShellText.checkConnection, dialogs.load)
  window.showPressed?.(null)
  await loaded?.pressAccountButton(button.dataset.account ?? '')
}

for (const button of document.querySelectorAll<HTMLElement>('[data-account]')) {
  const label = button.textContent
  // Without one, what the button opens is the answer.
  const { busyLabel } = button.dataset
  const showBusy = (isBusy: boolean) => {
    if (isBusy) button.setAttribute('aria-busy', 'true')
    else button.removeAttribute('aria-busy')
    if (busyLabel) button.textContent = isBusy ? busyLabel : label
  }
  button.addEventListener('click', () => {
    if (button.hasAttribute('aria-busy')) return undefined
    showBusy(true)
    return press(button).finally(() => showBusy(false))
  })
}

const ownData = document.querySelectorAll<HTMLButtonElement>('[data-own-data] button')
const showOffline = () => {
  for (const button of ownData) button.disabled = !navigator.onLine
}
for (const change of ['offline', 'online']) addEventListener(change, showOffline)
showOffline()
