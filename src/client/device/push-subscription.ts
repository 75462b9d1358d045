import { isUninstalledIphone } from './installed-app.ts'

// This browser's subscription to push messages, which the service worker shows (service-worker/push-notification.ts).
/** Whether the page was rendered by a server that sends push messages (layouts/base.astro). */
const isOffered = () => document.documentElement.dataset.push !== undefined

/** 'none': this device or the server cannot. */
export function pushAvailability(): 'install_first' | 'none' | 'ready' {
  if (!(isOffered() && 'serviceWorker' in navigator)) return 'none'
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
