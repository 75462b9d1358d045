import { ignoreFailure, orFallback } from '#domain/kit/failures.ts'
import { SKIP_WAITING_MESSAGE } from '#service-worker/events.ts'

// The app as it is installed on the device: the browser's install prompt, new versions of the service worker, and the
// subscription to push messages, which that worker shows (service-worker/events.ts).

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
  if (!registration?.waiting || !controller) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  registration.waiting.postMessage(SKIP_WAITING_MESSAGE)
}

/** An iPhone outside the installed app. Its browsers install only by their menu. */
export function isUninstalledIphone(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}

/** Whether the page was rendered by a server that sends push messages to riders (layouts/base.astro). */
export const isPushOffered = () => document.documentElement.dataset.push !== undefined

/** 'none': this device or the server cannot. */
export function pushAvailability(isSent: boolean): 'install_first' | 'none' | 'ready' {
  if (!(isSent && 'serviceWorker' in navigator)) return 'none'
  if ('PushManager' in window && 'Notification' in window) return 'ready'
  // There, only installed apps receive push messages.
  return isUninstalledIphone() ? 'install_first' : 'none'
}

/**
 * Asks the visitor if needed. 'denied': notifications are blocked for this site. 'default': the question was closed.
 * Browsers allow the question only in the handler of a tap, before anything is awaited.
 */
export function notificationPermission(): Promise<NotificationPermission> {
  return Notification.requestPermission()
}

/** Null also in browsers without push. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Replaces a subscription with an earlier key. Rejects if the browser's push service cannot be reached. */
export async function subscribeDevice(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ applicationServerKey: publicKey, userVisibleOnly: true })
}

/**
 * Ends this browser's push messages, which belong to one session: the next person on this device must not read them.
 * The server forgets the device once its push service answers that it is gone.
 */
export async function unsubscribeDevice(): Promise<void> {
  await (await pushSubscription())?.unsubscribe()
}
