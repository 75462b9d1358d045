import { atom } from 'nanostores'
import {
  notificationPermission,
  pushAvailability,
  pushSubscription,
  subscribeDevice
} from '#client/device/push-subscription.ts'
import { call } from '#client/http/api.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/riders/push-devices.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { toast } from '#stores/app/toasts.ts'
import { nullOnError, whileBusy } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/ssr-values.ts'

// Reminders on this device, by push. The rider asks for them; the browser asks for permission only then.

type DeviceReminders = ReturnType<typeof pushAvailability> | 'on'

export const $deviceReminders = atom<DeviceReminders>('none')
export const $areRemindersChanging = atom(false)

whenMounted($deviceReminders, () => {
  $deviceReminders.set(pushAvailability())
  void nullOnError(findSubscription())
})

async function findSubscription(): Promise<void> {
  if ($deviceReminders.get() === 'ready' && (await pushSubscription())) $deviceReminders.set('on')
}

export function turnRemindersOn(): Promise<void> {
  return whileBusy($areRemindersChanging, manageRideText.remindersFailed, async () => {
    const permission = await notificationPermission()
    if (permission === 'denied') toast('error', manageRideText.notificationsBlocked)
    if (permission !== 'granted') return
    const { public_key } = await call(getPush)
    if (public_key === null) return $deviceReminders.set('none')
    await saveDevice(await subscribeDevice(public_key))
    $deviceReminders.set('on')
    toast('success', manageRideText.remindersOn)
  })
}

/** A device that the server did not save stays without a subscription. */
async function saveDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys: { auth = '', p256dh = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { auth, p256dh } }
  const [saved] = await Promise.allSettled([call(subscribeToPush, { body })])
  if (saved.status === 'fulfilled') return
  await subscription.unsubscribe()
  throw saved.reason
}

/** The server forgets a device also when its push service no longer knows it, so a failed call changes nothing. */
export function turnRemindersOff(): Promise<void> {
  return whileBusy($areRemindersChanging, manageRideText.remindersFailed, async () => {
    const subscription = await pushSubscription()
    await subscription?.unsubscribe()
    $deviceReminders.set(pushAvailability())
    toast('success', manageRideText.remindersOff)
    if (subscription) await nullOnError(call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } }))
  })
}
