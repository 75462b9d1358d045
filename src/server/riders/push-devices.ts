import * as contract from '#contract/riders/push-devices.ts'
import { PUSH_DEVICES_PER_RIDER } from '#domain/outbox/outbox.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitPushDevices } from '#server/http/throttle.ts'
import { pushConfig } from '#server/runtime/env.ts'
import { refusal } from '#server/runtime/refusal.ts'

// The devices on which riders want push messages.

export const getPush = implement(contract.getPush, async () => ({ public_key: pushConfig()?.publicKey ?? null }))

// A device belongs to one rider: the last one who subscribed on it.
const SAVE_DEVICE = `
INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at)
SELECT :endpoint, id, :p256dh, :auth, :now FROM users WHERE id = :rider AND deleted_at IS NULL
    ON CONFLICT (endpoint) DO UPDATE
   SET user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`

const DELETE_OLDEST = `
DELETE FROM push_subscriptions
 WHERE user_id = :rider
   AND rowid NOT IN (SELECT rowid FROM push_subscriptions WHERE user_id = :rider
                      ORDER BY endpoint = :endpoint DESC, created_at DESC, rowid DESC LIMIT ${PUSH_DEVICES_PER_RIDER})`

export const subscribeToPush = implement(contract.subscribeToPush, async ({ body }, rider, { now }) => {
  await limitPushDevices(rider.id, now)
  if (pushConfig() === null) throw refusal('push_is_off')
  const { endpoint, keys } = body
  if (!(await isPublicKey(keys.p256dh))) throw refusal('device_keys_invalid')
  const params = { ...keys, endpoint, now: secondsOf(now), rider: rider.id }
  await runIdempotent([SAVE_DEVICE, DELETE_OLDEST], params)
  return { message: manageRideText.remindersOn }
})

/** Whether the key is a point of the curve. Messages cannot be encrypted for any other. */
function isPublicKey(key: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), character =>
    character.charCodeAt(0)
  )
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, []).then(
    () => true,
    () => false
  )
}

const DELETE_DEVICE = 'DELETE FROM push_subscriptions WHERE endpoint = :endpoint AND user_id = :rider'

export const unsubscribeFromPush = implement(contract.unsubscribeFromPush, async ({ body }, rider) => {
  await runIdempotent([DELETE_DEVICE], { endpoint: body.endpoint, rider: rider.id })
  return { message: manageRideText.remindersOff }
})
