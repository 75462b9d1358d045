import { SKIP_WAITING_MESSAGE } from '#service-worker/messages.ts'
import { reload } from './browser.ts'

/** Calls back once a new version of the site waits to take over from the one that this page came with. */
export function whenNewVersion(onAvailable: () => void): void {
  // Browsers have none on a page that is not secure.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void workers?.ready.then(registration => {
    const notifyIfWaiting = () => registration.waiting && onAvailable()
    const watchInstalling = () => registration.installing?.addEventListener('statechange', notifyIfWaiting)
    registration.addEventListener('updatefound', watchInstalling)
    watchInstalling()
    notifyIfWaiting()
  })
}

/** Lets it take over, and loads the page anew once it has; a page that another one has overtaken just loads. */
export async function activateNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const { controller } = navigator.serviceWorker
  if (!registration?.waiting || !controller) return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  registration.waiting.postMessage(SKIP_WAITING_MESSAGE)
}
