import { SKIP_WAITING_MESSAGE } from '#service-worker/skip-waiting-message.ts'
import { reload } from './navigation.ts'

/** Calls `onAvailable` when a new service worker is waiting to replace the active one. */
export function whenNewVersion(onAvailable: () => void): void {
  // Browsers have no service workers on insecure pages.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void workers?.ready.then(registration => {
    const notifyIfWaiting = () => registration.waiting && onAvailable()
    const watchInstalling = () => registration.installing?.addEventListener('statechange', notifyIfWaiting)
    registration.addEventListener('updatefound', watchInstalling)
    watchInstalling()
    notifyIfWaiting()
  })
}

/** Activates the waiting service worker and reloads the page after that. Without a waiting one, it only reloads. */
export async function activateNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const { controller } = navigator.serviceWorker
  if (!registration?.waiting || !controller) return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  registration.waiting.postMessage(SKIP_WAITING_MESSAGE)
}
