import { beforeEach, describe, expect, test } from 'vitest'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { anotherRider, type HeldBooking, minutesFromNow, paidRide } from '#tests/server/payments/sample-bookings.ts'
import { mailService, mailsTo, outboxRows, setUpMailTests, subjectsTo } from './sent-mails.ts'

setUpMailTests()

type Ride = HeldBooking & { payment_id: string }
let ride: Ride
beforeEach(async () => {
  ride = await paidRide(await anotherRider())
})

const sendAt = (minutes: number) => app.runMinute(new Date(minutesFromNow(minutes).getTime() + 1000))

const ADD_MESSAGES = `
INSERT INTO outbox (id, key, kind, channel, user_id, booking_id, due_at, expires_at, state, created_at)
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?3)
SELECT 'm-' || n, 'm-' || n, 'booked', 'mail', ?1, ?2, unixepoch() - n, unixepoch() + 86400, 'due', unixepoch() FROM numbers`

const addMessages = ({ id, rider }: Ride, count: number) => sql(ADD_MESSAGES, rider.id, id, count)

describe('a mail service', () => {
  test.each([
    ['is too busy', { name: 'rate_limit_exceeded', status: 429 }],
    ['fails', { name: 'application_error', status: 500 }],
    ['refuses the key for a while', { name: 'invalid_api_key', status: 403 }],
    ['is replaced by an error page', 'html']
  ] as const)('that %s gets the mail again a minute later, once', async (_, fault) => {
    mailService().faults.push(fault)
    await sendAt(0)
    expect(mailsTo(ride)).toEqual([])
    expect(await outboxRows()).toMatchObject([{ attempts: 1, state: 'due' }])
    await sendAt(1)
    await sendAt(2)
    expect(mailsTo(ride)).toHaveLength(1)
    expect(await outboxRows()).toMatchObject([{ state: 'sent' }])
  })

  test('that sends the mail but loses the answer does not send it twice', async () => {
    mailService().faults.push('lost')
    await sendAt(0)
    await sendAt(1)
    expect(mailsTo(ride)).toHaveLength(1)
    expect(await outboxRows()).toMatchObject([{ state: 'sent' }])
  })

  test('that sent other words under the same key before counts as sent', async () => {
    mailService().faults.push('lost')
    await sendAt(0)
    await sql("UPDATE bookings SET property_name = 'Another name' WHERE id = ?", ride.id)
    await sendAt(1)
    expect(mailsTo(ride)).toHaveLength(1)
    expect(await outboxRows()).toMatchObject([{ state: 'sent' }])
  })

  test('that refuses the address for good is not asked again', async () => {
    mailService().faults.push({ name: 'validation_error', status: 422 })
    await sendAt(0)
    const requests = mailService().requests()
    await sendAt(5)
    expect(await outboxRows()).toMatchObject([{ error: expect.stringContaining('validation_error'), state: 'failed' }])
    expect(mailService().requests()).toBe(requests)
  })

  test('that stays down is tried seven times within an hour and a minute, then the mail has failed', async () => {
    const before = mailService().requests()
    for (let minute = 0; minute <= 70; minute += 1) {
      mailService().faults[0] = { name: 'application_error', status: 500 }
      await sendAt(minute)
    }
    expect(mailService().requests() - before).toBe(7)
    expect(await outboxRows()).toMatchObject([{ attempts: 6, state: 'failed' }])
  })
})

describe('many due messages', () => {
  test('are sent in bounded runs, and a service that is down is not asked for each of them', async () => {
    await sql("UPDATE outbox SET state = 'sent'")
    await addMessages(ride, 10_000)
    await sendAt(0)
    expect(mailService().sent).toHaveLength(50)
    for (let index = 0; index < 5; index += 1) mailService().faults.push({ name: 'application_error', status: 500 })
    const before = mailService().requests()
    await sendAt(1)
    expect(mailService().requests() - before).toBe(5)
    const [{ leased } = { leased: null }] = await sql<{ leased: number }>(
      "SELECT count(*) AS leased FROM outbox WHERE state = 'due' AND lease_until > unixepoch()"
    )
    expect(leased).toBe(0)
  })

  const busy = (retryAfter: string) => ({ name: 'rate_limit_exceeded', retryAfter, status: 429 })

  test.each([
    ['a part of the first ones', [null, null, null, busy('1'), busy('1'), busy('0.5')]],
    ['all of the first ones', Array.from({ length: 5 }, () => busy('1'))]
  ])(
    'are sent after the pauses that a busy service asks for, which count as no attempt: it refuses %s',
    async (_, faults) => {
      await addMessages(ride, 6)
      mailService().faults.push(...faults)
      const before = mailService().requests()
      await sendAt(0)
      expect(mailsTo(ride)).toHaveLength(7)
      expect(mailService().requests() - before).toBe(7 + faults.filter(Boolean).length)
      expect(await outboxRows()).toEqual(Array.from({ length: 7 }, () => expect.objectContaining({ attempts: 0 })))
    }
  )

  test.each([
    ['a number of seconds', () => '600'],
    ['a date', () => minutesFromNow(10).toUTCString()]
  ])('wait for a pause that is longer than the run, named by %s', async (_, retryAfter) => {
    await addMessages(ride, 20)
    for (let index = 0; index < 5; index += 1) mailService().faults.push(busy(retryAfter()))
    const before = mailService().requests()
    for (const minute of [0, 1, 5, 9]) await sendAt(minute)
    expect(mailService().requests() - before).toBe(5)
    expect(await outboxRows()).toEqual(
      Array.from({ length: 21 }, () => expect.objectContaining({ attempts: 0, state: 'due' }))
    )
    await sendAt(11)
    expect(mailsTo(ride)).toHaveLength(21)
  })

  test('are sent once by two runs at the same time', async () => {
    await addMessages(ride, 40)
    await Promise.all([sendAt(0), sendAt(0)])
    expect(mailsTo(ride)).toHaveLength(41)
  })

  test('are not stopped by one whose words cannot be written', async () => {
    await addMessages(ride, 3)
    await sql("UPDATE outbox SET kind = 'refunded', facts = 'no json' WHERE id = 'm-2'")
    await sendAt(0)
    expect(mailsTo(ride)).toHaveLength(3)
    expect((await outboxRows()).find(({ id }) => id === 'm-2')).toMatchObject({ attempts: 1, state: 'due' })
  })
})

test('a message whose time has passed is dropped, and one that was leased by a dead run is sent again', async () => {
  await addMessages(ride, 2)
  await sql("UPDATE outbox SET expires_at = unixepoch() - 1 WHERE id = 'm-1'")
  await sql("UPDATE outbox SET lease_until = unixepoch() + 60 WHERE id = 'm-2'")
  await sendAt(0)
  const stateOf = async (id: string) => (await outboxRows()).find(row => row.id === id)?.state
  expect(await stateOf('m-1')).toBe('dropped')
  expect(await stateOf('m-2')).toBe('due')
  await sendAt(2)
  expect(await stateOf('m-2')).toBe('sent')
  expect(subjectsTo(ride)).toHaveLength(2)
})

describe('a sent message', () => {
  const night = (days: number) =>
    new Date(
      `${minutesFromNow(days * 24 * 60)
        .toISOString()
        .slice(0, 10)}T20:30:00Z`
    )

  test('is kept for thirty days', async () => {
    await sendAt(0)
    await app.runMinute(night(29))
    expect(await outboxRows()).toMatchObject([{ state: 'sent', subject: subjectsTo(ride)[0] }])
    await app.runMinute(night(32))
    expect(await outboxRows()).toEqual([])
  })

  test('is not kept longer if there are thousands', async () => {
    await addMessages(ride, 2500)
    await sql("UPDATE outbox SET state = 'sent'")
    await app.runMinute(night(32))
    expect(await outboxRows()).toEqual([])
  })
})
