import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '#contract/auth/passwords.ts'
import { signOutEverywhere } from '#contract/auth/sign-in.ts'
import { moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/riders/push-devices.ts'
import { MESSAGE_RETRY_MINUTES, type MessageKind, PUSH_DEVICES_PER_ACCOUNT } from '#domain/outbox/outbox.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { type Device, newDevice, startPushService } from '#tests/fakes/push/server.ts'
import { mailVariables, startResend } from '#tests/fakes/resend/server.ts'
import { PASSWORD, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertScooter } from '#tests/helpers/data/rows.ts'
import { emptyTables, turnRemindersOff } from '#tests/helpers/data/stored-state.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { anotherRider, type HeldBooking, paidRide, setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { outboxRows } from './sent-mails.ts'

let resend: Awaited<ReturnType<typeof startResend>>
let push: Awaited<ReturnType<typeof startPushService>>

setUpPaymentTests(async () => {
  resend = await startResend()
  push = await startPushService()
  return { ...mailVariables(resend.origin), ...push.variables }
})

afterAll(async () => {
  await resend.close()
  await push.close()
})

type Rider = Awaited<ReturnType<typeof signedInRider>>

const bodyOf = ({ endpoint, keys }: Device) => ({ body: { endpoint, keys } })
const subscribe = (rider: Pick<Rider, 'call'>, device: Device) => rider.call(subscribeToPush, bodyOf(device))
const devicesOf = async ({ id }: { id: string }) =>
  (
    await sql<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscriptions WHERE user_id = ? ORDER BY created_at, rowid',
      id
    )
  ).map(({ endpoint }) => endpoint)

let ride: HeldBooking
let device: Device

beforeEach(async () => {
  await emptyTables('push_subscriptions')
  ride = await paidRide(await anotherRider())
  await emptyTables('outbox')
  resend.sent.length = 0
  push.received.length = 0
  resend.faults.length = 0
  push.faults.clear()
  device = push.addDevice()
  await subscribe(ride.rider, device)
})

const endOf = ({ start_time }: HeldBooking) => Date.parse(start_time) + 60 * MINUTE_MS
const beforeEnd = (minutes: number) => app.runMinute(new Date(endOf(ride) - minutes * MINUTE_MS + 1000))

const ADD_PUSH = `
INSERT INTO outbox (id, key, kind, channel, user_id, booking_id, due_at, expires_at, state, attempts, created_at)
SELECT id, id, ?1, 'push', ?2, ?3, unixepoch(), unixepoch() + 3600, 'due', ?4, unixepoch()
  FROM (SELECT hex(randomblob(16)) AS id)`

/** Adds a push message to the test's rider about a booking. */
const addPush = (kind: MessageKind, about: HeldBooking, attempts = 0) =>
  sql(ADD_PUSH, kind, ride.rider.id, about.id, attempts)

const topicOf = ({ id }: HeldBooking) => expect.stringMatching(new RegExp(`^ends_soon-${id.slice(0, 8)}[\\w-]{0,14}$`))

test('a move to another scooter reaches the device, and is mailed too', async () => {
  const admin = await signedInAdmin()
  const other = await insertScooter(ride.rider.property_id)
  const body = { from_scooter_id: ride.scooter.id, reason: 'x', scooter_id: other.id }
  await admin.call(moveRideAsAdmin, { body, params: { id: ride.id } })
  await app.runMinute()
  const subject = `Your scooter is now ${other.name}`
  expect(push.received.map(({ notification }) => notification.title)).toEqual([subject])
  expect(resend.sent.map(mail => mail.subject)).toEqual([subject])
})

describe('a reminder', () => {
  test('reaches the device encrypted, signed, until the ride ends, and no mail follows', async () => {
    await beforeEnd(10)
    await beforeEnd(9)
    expect(push.received).toEqual([
      expect.objectContaining({
        endpoint: device.endpoint,
        headers: expect.objectContaining({ topic: topicOf(ride), urgency: 'high' }),
        notification: {
          body: expect.stringContaining('Please return the scooter'),
          path: '/my-bookings',
          tag: topicOf(ride),
          title: expect.stringMatching(/^Your ride ends at /)
        },
        subject: 'mailto:rides@scootstay.test'
      })
    ])
    expect(Number(push.received[0]?.headers.ttl)).toBeGreaterThan(9 * 60 - 5)
    expect(Number(push.received[0]?.headers.ttl)).toBeLessThanOrEqual(10 * 60)
    expect(resend.sent).toEqual([])
    expect(await outboxRows()).toMatchObject([{ channel: 'push', state: 'sent' }])
  })

  test('reaches all devices, and counts as sent if one took it', async () => {
    const other = push.addDevice()
    await subscribe(ride.rider, other)
    push.faults.set(device.endpoint, 500)
    await beforeEnd(10)
    await beforeEnd(9)
    expect(push.received.map(({ endpoint }) => endpoint)).toEqual([other.endpoint])
  })

  test.each([404, 410])('to a device that is gone (%i) becomes a mail, and the device is deleted', async status => {
    push.faults.set(device.endpoint, status)
    await beforeEnd(10)
    expect(await devicesOf(ride.rider)).toEqual([])
    await beforeEnd(9)
    expect(resend.sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your ride ends at')])
  })

  test('that only a phone may show is dropped when the phone is gone', async () => {
    await turnRemindersOff(ride.rider.id)
    push.faults.set(device.endpoint, 410)
    await beforeEnd(10)
    await beforeEnd(9)
    expect(resend.sent).toEqual([])
    expect(await outboxRows()).toMatchObject([{ state: 'dropped' }])
  })

  test('still reaches the phone of a rider who wants none by mail', async () => {
    await turnRemindersOff(ride.rider.id)
    await beforeEnd(10)
    expect(push.received).toHaveLength(1)
  })

  test.each([400, 429, 500])('is sent again after %s', async fault => {
    push.faults.set(device.endpoint, fault)
    await beforeEnd(10)
    expect(await outboxRows()).toMatchObject([{ attempts: 1, channel: 'push', state: 'due' }])
    const before = push.requests()
    push.faults.clear()
    await beforeEnd(9)
    expect([push.received.length, push.requests() - before]).toEqual([1, 1])
    expect(await devicesOf(ride.rider)).toEqual([device.endpoint])
  })
})

test('messages about two rides do not replace each other, and a later one about the same ride does', async () => {
  const other = await paidRide(await anotherRider())
  await sql('DELETE FROM outbox')
  for (const about of [ride, other, ride]) await addPush('pin_changed', about)
  await app.runMinute(new Date(Date.now() + 1000))
  const topics = push.received.map(({ headers, notification }) => [headers.topic, notification.tag])
  expect(topics).toHaveLength(3)
  expect(new Set(topics.flat()).size).toBe(2)
})

const runAfter = (seconds: number) => app.runMinute(new Date(Date.now() + seconds * 1000))

describe('a message that no device takes', () => {
  test.each([401, 403])('because the push service refuses our key (%i) becomes a mail, once', async status => {
    await addPush('pin_changed', ride)
    push.faults.set(device.endpoint, status)
    const before = push.requests()
    for (const seconds of [1, 61, 121]) await runAfter(seconds)
    expect([push.requests() - before, push.received.length, resend.sent.length]).toEqual([1, 0, 1])
    expect(await outboxRows()).toMatchObject([{ channel: 'mail', state: 'sent' }])
    expect(await devicesOf(ride.rider)).toEqual([device.endpoint])
  })

  test('is tried again if one of the devices may still take it, and no mail follows', async () => {
    const other = push.addDevice()
    await subscribe(ride.rider, other)
    await addPush('pin_changed', ride)
    push.faults.set(device.endpoint, 403)
    push.faults.set(other.endpoint, 500)
    await runAfter(1)
    push.faults.delete(other.endpoint)
    await runAfter(121)
    expect([push.received.map(({ endpoint }) => endpoint), resend.sent]).toEqual([[other.endpoint], []])
  })

  test('does not hold back the mails of the same minute', async () => {
    for (let count = 0; count < 6; count += 1) await addPush('pin_changed', ride)
    await sql("UPDATE outbox SET channel = 'mail', due_at = due_at + 1 WHERE rowid = (SELECT max(rowid) FROM outbox)")
    push.faults.set(device.endpoint, 500)
    await runAfter(2)
    expect([push.received, resend.sent.length]).toEqual([[], 1])
  })

  test('after its last retry becomes a mail, which has retries of its own', async () => {
    await addPush('pin_changed', ride, MESSAGE_RETRY_MINUTES.length)
    push.faults.set(device.endpoint, 500)
    await runAfter(1)
    resend.faults.push({ name: 'internal_server_error', status: 500 })
    await runAfter(61)
    expect(await outboxRows()).toMatchObject([{ attempts: 1, channel: 'mail', state: 'due' }])
    await runAfter(181)
    expect(resend.sent).toHaveLength(1)
  })

  test('becomes a mail if a retry would be too late', async () => {
    push.faults.set(device.endpoint, 500)
    await beforeEnd(1)
    await beforeEnd(0.5)
    expect([push.received, resend.sent.length]).toEqual([[], 1])
  })

  test.each([
    [410, 'dropped'],
    [403, 'failed']
  ])('about an extension (%i) becomes none, because its mail is sent in any case', async (status, state) => {
    await addPush('extended', ride)
    push.faults.set(device.endpoint, status)
    await runAfter(1)
    expect(await outboxRows()).toMatchObject([{ channel: 'push', state }])
  })
})

describe('a device', () => {
  test('gets the public key of the server to subscribe with', async () => {
    expect(await ride.rider.call(getPush)).toEqual({ public_key: push.variables.VAPID_PUBLIC_KEY })
  })

  test('is kept once, however often and at once it subscribes', async () => {
    await Promise.all([1, 2, 3].map(() => subscribe(ride.rider, device)))
    expect(await devicesOf(ride.rider)).toEqual([device.endpoint])
  })

  test('belongs to the rider who subscribed last, and only that rider removes it', async () => {
    const next = await signedInRider()
    await subscribe(next, device)
    await ride.rider.call(unsubscribeFromPush, { body: { endpoint: device.endpoint } })
    expect([await devicesOf(ride.rider), await devicesOf(next)]).toEqual([[], [device.endpoint]])
    for (const _ of [1, 2]) await next.call(unsubscribeFromPush, { body: { endpoint: device.endpoint } })
    expect(await devicesOf(next)).toEqual([])
  })

  test('beyond the tenth replaces the oldest', async () => {
    await sql('UPDATE push_subscriptions SET created_at = created_at - 60')
    const more = Array.from({ length: PUSH_DEVICES_PER_ACCOUNT }, newDevice)
    for (const each of more) await subscribe(ride.rider, each)
    expect(await devicesOf(ride.rider)).toEqual(more.map(({ endpoint }) => endpoint))
  })

  test('with keys that nothing can be encrypted for is refused', async () => {
    const keys = { ...device.keys, p256dh: `B${'A'.repeat(86)}` }
    const refused = await ride.rider.refusal(subscribeToPush, { body: { endpoint: device.endpoint, keys } })
    expect(refused.status).toBe(422)
  })

  test.each([
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com@evil.test/a',
    'https://user:word@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.test/a',
    'https://evilfcm.googleapis.com/a',
    'https://evil-push.apple.com.evil.test/a',
    'https://evilpush.apple.com/a',
    'https://push.apple.com/a',
    'https://notify.windows.com/a',
    'https://fcm.googleapis.com./a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://evil.test/fcm.googleapis.com',
    'https://evil.test\\@fcm.googleapis.com/a',
    'https://evil.test#.push.apple.com',
    'https://evil.test?.push.apple.com',
    'javascript:alert(1)',
    '//fcm.googleapis.com/a',
    ''
  ])('at %s is refused', async endpoint => {
    const refused = await ride.rider.refusal(subscribeToPush, { body: { endpoint, keys: device.keys } })
    expect(refused.status).toBe(422)
    expect(await devicesOf(ride.rider)).toEqual([device.endpoint])
  })

  test.each([
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a'
  ])('at %s is accepted', async endpoint => {
    await subscribe(ride.rider, { ...device, endpoint })
    expect(await devicesOf(ride.rider)).toContain(endpoint)
  })

  test('of a rider who signs out everywhere is deleted', async () => {
    await ride.rider.call(signOutEverywhere)
    expect(await devicesOf(ride.rider)).toEqual([])
  })

  test('of a rider who changes the password is deleted, of another rider it stays', async () => {
    const other = await signedInRider()
    await subscribe(other, newDevice())
    await ride.rider.call(changePassword, { body: { current_password: PASSWORD, password: 'NewRider@456' } })
    expect([(await devicesOf(ride.rider)).length, (await devicesOf(other)).length]).toEqual([0, 1])
  })

  test('on which a rider changes the password is kept, and the rider’s other devices are deleted', async () => {
    await subscribe(ride.rider, newDevice())
    await ride.rider.call(changePassword, {
      body: { current_password: PASSWORD, device: device.endpoint, password: 'NewRider@456' }
    })
    expect(await devicesOf(ride.rider)).toEqual([device.endpoint])
  })

  test('of another rider stays with that rider if it is named in a password change', async () => {
    const other = await signedInRider()
    const otherDevice = newDevice()
    await subscribe(other, otherDevice)
    await ride.rider.call(changePassword, {
      body: { current_password: PASSWORD, device: otherDevice.endpoint, password: 'NewRider@456' }
    })
    expect([await devicesOf(ride.rider), await devicesOf(other)]).toEqual([[], [otherDevice.endpoint]])
  })

  test('of a deleted rider is deleted', async () => {
    const rider = await signedInRider()
    await subscribe(rider, newDevice())
    await (await signedInAdmin()).call(deleteRider, { params: { id: rider.id } })
    expect(await devicesOf(rider)).toEqual([])
  })
})
