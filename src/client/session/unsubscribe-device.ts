/**
 * Ends this browser's push messages, which belong to one session: the next person on this device must not read them.
 * The server forgets the device once its push service answers that it is gone.
 */
export async function unsubscribeDevice(): Promise<void> {
  // Browsers without push lack one of these.
  const pushManager = (await navigator.serviceWorker?.getRegistration())?.pushManager
  await (await pushManager?.getSubscription())?.unsubscribe()
}
