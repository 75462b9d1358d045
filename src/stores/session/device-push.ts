import { atom } from 'nanostores'
import {
  notificationPermission,
  pushAvailability,
  pushSubscription,
  subscribeDevice
} from '#client/device/installed-app.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { subscribeToPush } from '#contract/riders/push-devices.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { toast } from '#stores/app/toasts.ts'
import { logFailure, whileBusy } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/ssr-values.ts'

// Push messages on this device. The account asks for them; the browser asks for permission only then.

type Device = ServerInput<typeof subscribeToPush>['body']

interface DevicePush {
  failed: string
  on: string
  off: string
  /** Whether the server sends push messages to this account. */
  isOffered: () => boolean
  /** Null: the server sends none. */
  publicKey: () => Promise<string | null>
  save: (device: Device) => Promise<unknown>
  forget: (endpoint: string) => Promise<unknown>
}

export function createDevicePush({ failed, forget, isOffered, off, on, publicKey, save }: DevicePush) {
  const $state = atom<ReturnType<typeof pushAvailability> | 'on'>('none')
  const $isChanging = atom(false)

  async function findSubscription(): Promise<void> {
    if ($state.get() === 'ready' && (await pushSubscription())) $state.set('on')
  }

  whenMounted($state, () => {
    $state.set(pushAvailability(isOffered()))
    void logFailure(findSubscription())
  })

  /** A device that the server did not save stays without a subscription. */
  async function subscribe(key: string): Promise<void> {
    const subscription = await subscribeDevice(key)
    const { endpoint, keys: { auth = '', p256dh = '' } = {} } = subscription.toJSON()
    const [saved] = await Promise.allSettled([save({ endpoint: endpoint ?? '', keys: { auth, p256dh } })])
    if (saved.status === 'fulfilled') return
    await subscription.unsubscribe()
    throw saved.reason
  }

  return {
    $isChanging,
    $state,
    subscribe,
    turnOn: (): Promise<void> =>
      whileBusy($isChanging, failed, async () => {
        const permission = await notificationPermission()
        if (permission === 'denied') toast('error', manageRideText.notificationsBlocked)
        if (permission !== 'granted') return
        const key = await publicKey()
        if (key === null) return $state.set('none')
        await subscribe(key)
        $state.set('on')
        toast('success', on)
      }),
    /** The server forgets a device also when its push service no longer knows it, so a failed call changes nothing. */
    turnOff: (): Promise<void> =>
      whileBusy($isChanging, failed, async () => {
        const subscription = await pushSubscription()
        await subscription?.unsubscribe()
        $state.set(pushAvailability(isOffered()))
        toast('success', off)
        if (subscription) await logFailure(forget(subscription.endpoint))
      })
  }
}
