// This browser's subscription to push messages, which the service worker shows (service-worker/push.ts).

/** Whether the page was rendered by a server that sends push messages (layouts/base.astro). */
const isOffered = () => document.documentElement.dataset.push !== undefined

/** An iPhone outside the installed app. Only installed apps receive push messages there. */
const mustInstall = () => 'standalone' in navigator && navigator.standalone === false

/** 'blocked': the visitor or the browser forbids notifications for this site. */
export function pushAvailability(): 'blocked' | 'install_first' | 'none' | 'ready' {
  if (!(isOffered() && 'serviceWorker' in navigator)) return 'none'
  if (!('PushManager' in window && 'Notification' in window)) return mustInstall() ? 'install_first' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** Asks the visitor if needed. Call it in the handler of a tap, before anything is awaited. */
export async function allowsNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration ? registration.pushManager.getSubscription() : null
}

/** Replaces a subscription with an earlier key. Rejects if the browser's push service cannot be reached. */
export async function subscribeDevice(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ applicationServerKey: publicKey, userVisibleOnly: true })
}
