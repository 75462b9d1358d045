import { ignoreFailure, orFallback } from '#domain/kit/failures.ts'
import { SKIP_WAITING_MESSAGE } from '#service-worker/routing.ts'
import { reload } from './page.ts'

// The app as it is installed on the device: the browser's install prompt, and new versions of the service worker.

declare global {
  interface Window {
    /** The install prompt event (layouts/scripts/app-shell.ts); set only if the browser can install the app. */
    deferredInstallPrompt?: { prompt: () => Promise<unknown> }
  }
}

/**
 * Calls `task` once the browser can install the app, which is never the case after installation. Returns an unsubscribe
 * function.
 */
export function whenInstallable(task: () => void): () => void {
  if (window.deferredInstallPrompt) task()
  addEventListener('installable', task)
  return () => removeEventListener('installable', task)
}

/** Shows the browser's install prompt, which works only once. */
export async function promptInstall(): Promise<void> {
  const installPrompt = window.deferredInstallPrompt
  delete window.deferredInstallPrompt
  await installPrompt?.prompt()
}

/**
 * Calls `onAvailable` when a new service worker is waiting to replace the active one. It may have waited before, or has
 * just been installed.
 */
export function whenNewVersion(onAvailable: (hasJustInstalled: boolean) => void): void {
  // Browsers have no service workers on insecure pages.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // Firefox refuses it together with cookies.
  const ready = orFallback(() => workers?.ready, undefined)
  const watching = ready?.then(registration => {
    const watchInstalling = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (registration.waiting === worker) onAvailable(true)
      })
    }
    registration.addEventListener('updatefound', watchInstalling)
    watchInstalling()
    if (registration.waiting) onAvailable(false)
  })
  if (watching) void ignoreFailure(watching)
}

/** Activates the waiting service worker and reloads the page after that. Without a waiting one, it only reloads. */
export async function activateNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const { controller } = navigator.serviceWorker
  if (!registration?.waiting || !controller) return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  registration.waiting.postMessage(SKIP_WAITING_MESSAGE)
}

/** An iPhone outside the installed app. Its browsers install only by their menu. */
export function isUninstalledIphone(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}
