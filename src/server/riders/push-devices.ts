import type { ServerInput } from '#contract/kit/endpoint.ts'
import * as contract from '#contract/riders/push-devices.ts'
import { PUSH_DEVICES_PER_ACCOUNT } from '#domain/outbox/outbox.ts'
import type { SessionType } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitPushDevices } from '#server/http/throttle.ts'
import { pushConfig } from '#server/runtime/env.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { ACCOUNT_COLUMNS, ACCOUNT_TABLES } from '#server/sessions/accounts.ts'

// The devices on which riders and the people of the portal want push messages.

export const getPush = implement(contract.getPush, async () => ({ public_key: pushConfig()?.publicKey ?? null }))

// A device belongs to one account: the last one that subscribed on it.
const insertDevice = (type: SessionType) => `
INSERT INTO push_subscriptions (endpoint, ${ACCOUNT_COLUMNS[type]}, p256dh, auth, created_at)
SELECT :endpoint, id, :p256dh, :auth, :now FROM ${ACCOUNT_TABLES[type]} WHERE id = :account AND deleted_at IS NULL
    ON CONFLICT (endpoint) DO UPDATE
   SET user_id = excluded.user_id, admin_id = excluded.admin_id, p256dh = excluded.p256dh, auth = excluded.auth,
       created_at = excluded.created_at`

const deleteOldest = (column: string) => `
DELETE FROM push_subscriptions
 WHERE ${column} = :account
   AND rowid NOT IN (SELECT rowid FROM push_subscriptions WHERE ${column} = :account
                      ORDER BY endpoint = :endpoint DESC, created_at DESC, rowid DESC LIMIT ${PUSH_DEVICES_PER_ACCOUNT})`

type Body = ServerInput<typeof contract.subscribeToPush>['body']

/** Saves a device of an account. Throws if push is off, or if nothing can be encrypted for the device. */
async function saveDevice(type: SessionType, account: string, { endpoint, keys }: Body, now: Date): Promise<void> {
  await limitPushDevices(account, now)
  if (pushConfig() === null) throw refusal('push_is_off')
  if (!(await isPublicKey(keys.p256dh))) throw refusal('device_keys_invalid')
  const params = { ...keys, account, endpoint, now: secondsOf(now) }
  await runIdempotent([insertDevice(type), deleteOldest(ACCOUNT_COLUMNS[type])], params)
}

export const subscribeToPush = implement(contract.subscribeToPush, async ({ body }, rider, { now }) => {
  await saveDevice('user', rider.id, body, now)
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

const deleteDevice = (type: SessionType, account: string, endpoint: string) =>
  runIdempotent([`DELETE FROM push_subscriptions WHERE endpoint = :endpoint AND ${ACCOUNT_COLUMNS[type]} = :account`], {
    account,
    endpoint
  })

export const unsubscribeFromPush = implement(contract.unsubscribeFromPush, async ({ body }, rider) => {
  await deleteDevice('user', rider.id, body.endpoint)
  return { message: manageRideText.remindersOff }
})

export const subscribeStaffToPush = implement(contract.subscribeStaffToPush, async ({ body }, staff, { now }) => {
  await saveDevice('admin', staff.id, body, now)
  return { message: accountText.troubleShown }
})

export const unsubscribeStaffFromPush = implement(contract.unsubscribeStaffFromPush, async ({ body }, staff) => {
  await deleteDevice('admin', staff.id, body.endpoint)
  return { message: accountText.troubleNotShown }
})
