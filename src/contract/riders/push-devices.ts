import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'
import { ADDRESS_MAX_LENGTH } from '#domain/constants.ts'
import { orFallback } from '#domain/kit/failures.ts'
import { cleanLine } from '#domain/kit/text.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'

// The push services of browsers. The server sends messages to no other host, because a client names the address.
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const HOST_SUFFIXES = ['.push.apple.com', '.notify.windows.com']

/** True for an https URL of a known push service, without user, password or port. */
function isPushEndpoint(endpoint: string): boolean {
  const url = orFallback(() => new URL(endpoint), null)
  if (url === null) return false
  const { hostname, password, port, protocol, username } = url
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return HOSTS.includes(hostname) || HOST_SUFFIXES.some(suffix => hostname.endsWith(suffix))
}

/** The address of a device at its push service. */
const endpoint = v.pipe(
  v.string(manageRideText.unknownPushService),
  v.maxLength(ADDRESS_MAX_LENGTH, manageRideText.unknownPushService),
  v.transform(cleanLine),
  v.check(isPushEndpoint, manageRideText.unknownPushService)
)

/** Null: this installation sends no push messages. */
export const getPush = defineEndpoint('GET /push', {
  access: 'rider',
  output: v.object({ public_key: v.nullish(v.string(), null) })
})

/** A device as the browser's subscription has it. */
export const pushDevice = v.object({
  endpoint,
  /** Base64url. */
  keys: v.object({
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/, manageRideText.deviceKeysInvalid)),
    p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, manageRideText.deviceKeysInvalid))
  })
})
export const pushEndpoint = v.object({ endpoint })

/** Idempotent. A device that another account had belongs to the caller from now on. */
export const subscribeToPush = defineEndpoint('POST /push', {
  access: 'rider',
  body: pushDevice,
  output: messageResponse
})

/** Idempotent. */
export const unsubscribeFromPush = defineEndpoint('DELETE /push', {
  access: 'rider',
  body: pushEndpoint,
  output: messageResponse
})

/** Idempotent. A device that another account had belongs to the caller from now on. */
export const subscribeStaffToPush = defineEndpoint('POST /admin/push', {
  staff: { lowest: 'caretaker', scope: 'none' },
  body: pushDevice,
  output: messageResponse
})

/** Idempotent. */
export const unsubscribeStaffFromPush = defineEndpoint('DELETE /admin/push', {
  staff: { lowest: 'caretaker', scope: 'none' },
  body: pushEndpoint,
  output: messageResponse
})

export const docs = {
  getPush: { summary: 'Get the key with which a browser subscribes to push messages' },
  subscribeToPush: {
    refusals: ['device_keys_invalid', 'push_is_off', 'too_many_requests'],
    summary: 'Send reminders to a device'
  },
  unsubscribeFromPush: { summary: 'Send no more reminders to a device' },
  subscribeStaffToPush: {
    refusals: ['device_keys_invalid', 'push_is_off', 'too_many_requests'],
    summary: 'Show trouble on a device'
  },
  unsubscribeStaffFromPush: { summary: 'Show no more trouble on a device' }
} satisfies Docs
