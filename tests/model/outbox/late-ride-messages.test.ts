import { beforeEach, describe, expect, test } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { loadMessages } from '#server/outbox/due-messages.ts'
import { addReminders } from '#server/outbox/timed-messages.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { extendRide, holdNext, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import { startHarness } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { PROPERTY } from '#tests/model/harness/seed.ts'

// Who is told about a ride that is not back. That of r0 with s0 ends at RIDE_END.

startHarness()

const KINDS = ['overdue', 'not_ready', 'ride_late']
const after = (minutes: number) => addMinutes(RIDE_END, minutes)
const seconds = (minutes: number) => after(minutes).getTime() / 1000

let ride: string
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
  rows("INSERT INTO property_settings (property_id, return_mode, updated_at) VALUES (?1, 'confirmed', 0)", PROPERTY)
})

/** Pays the next ride of s0, by r1. */
async function nextRide(minutes: number): Promise<string> {
  const held = await holdNext({ user_id: 'r1', window: windowFrom(after(minutes), 1) })
  expect(await payExtension(held)).toBe('confirmed')
  return held.id
}

interface Message {
  booking_id: string
  id: string
  kind: string
}

/** What the cron has added until then: the kinds of messages about late rides. */
async function told(...minutes: number[]): Promise<Message[]> {
  for (const each of minutes) await addReminders(after(each))
  return rows<Message>('SELECT id, kind, booking_id FROM outbox ORDER BY rowid').filter(({ kind }) =>
    KINDS.includes(kind)
  )
}
const kinds = (messages: readonly Message[]) => messages.map(({ kind }) => kind)

/** Whether each message is still true then. */
const dueAt = async (minutes: number, messages: readonly Message[]) =>
  (
    await loadMessages(
      messages.map(({ id }) => id),
      after(minutes)
    )
  ).map(({ is_due }) => Boolean(is_due))

describe('the rider of a late ride', () => {
  test('is told 10, 40 and 70 minutes after its end, once each', async () => {
    expect(await told(0, 9)).toEqual([])
    expect(kinds(await told(10, 11, 20))).toEqual(['overdue'])
    expect(kinds(await told(39)).filter(kind => kind === 'overdue')).toHaveLength(1)
    expect(kinds(await told(40, 55)).filter(kind => kind === 'overdue')).toHaveLength(2)
    expect(kinds(await told(70, 71, 99)).filter(kind => kind === 'overdue')).toHaveLength(3)
    expect(kinds(await told(100, 600)).filter(kind => kind === 'overdue')).toHaveLength(3)
  })

  test('is told of the last time only, after a pause of the cron', async () => {
    expect(kinds(await told(75)).filter(kind => kind === 'overdue')).toHaveLength(1)
    expect(kinds(await told(76)).filter(kind => kind === 'overdue')).toHaveLength(1)
  })

  test.each([
    ['was returned', () => rows('UPDATE bookings SET returned_at = 1 WHERE id = ?1', ride)],
    ['was extended', async () => expect(await payExtension(await extendRide(ride))).toBe('confirmed')],
    ['is at a property that no longer confirms returns', () => rows('UPDATE property_settings SET return_mode = NULL')]
  ])('is not told if the ride %s', async (_, change) => {
    const [sent] = await told(10)
    expect(sent && (await dueAt(11, [sent]))).toEqual([true])
    await change()
    expect(sent && (await dueAt(11, [sent]))).toEqual([false])
    expect(await told(45)).toHaveLength(1)
  })
})

describe('the next rider', () => {
  const notReady = async (...minutes: number[]) => (await told(...minutes)).filter(({ kind }) => kind === 'not_ready')

  test('is told once, from half an hour before the start', async () => {
    const next = await nextRide(60)
    expect(await notReady(29)).toEqual([])
    expect(await notReady(30, 31, 60, 89)).toMatchObject([{ booking_id: next }])
  })

  test('is told until half an hour after the start, and from ten minutes after the end of the late ride', async () => {
    const next = await nextRide(0)
    expect(await notReady(9)).toEqual([])
    expect(await notReady(10)).toMatchObject([{ booking_id: next }])
    rows('DELETE FROM outbox')
    expect(await notReady(29)).toHaveLength(1)
    rows('DELETE FROM outbox')
    expect(await notReady(30)).toEqual([])
  })

  test('is not told about a scooter of another ride, nor about an own late ride', async () => {
    const next = await nextRide(30)
    rows("UPDATE bookings SET user_id = 'r0' WHERE id = ?1", next)
    expect(await notReady(20)).toEqual([])
  })

  test('is told of a scooter that another rider has reported', async () => {
    rows('UPDATE property_settings SET return_mode = NULL')
    const next = await nextRide(30)
    rows(
      `INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, state, blocked_from, blocked_until, created_at, updated_at)
       VALUES ('report', 's0', ?1, 'r0', 'pin', 0, 'open', ?2, ?3, 0, 0)`,
      ride,
      seconds(0),
      seconds(120)
    )
    const sent = await notReady(5)
    expect([sent, await dueAt(5, sent)]).toMatchObject([[{ booking_id: next }], [true]])
    rows("UPDATE problems SET state = 'fixed'")
    expect(await dueAt(5, sent)).toEqual([false])
  })

  test.each([
    ['the late ride was returned', () => rows('UPDATE bookings SET returned_at = 1 WHERE id = ?1', ride)],
    ['the own ride was cancelled', () => rows("UPDATE bookings SET state = 'cancelled' WHERE user_id = 'r1'")],
    [
      'the own ride has another scooter',
      () => {
        rows('DELETE FROM slot_claims')
        rows("UPDATE bookings SET scooter_id = 's1' WHERE user_id = 'r1'")
      }
    ]
  ])('is not told if %s', async (_, change) => {
    await nextRide(30)
    const sent = await notReady(20)
    expect(await dueAt(21, sent)).toEqual([true])
    change()
    expect(await dueAt(21, sent)).toEqual([false])
  })
})

describe('the staff', () => {
  const staffTold = async (...minutes: number[]) => (await told(...minutes)).filter(({ kind }) => kind === 'ride_late')

  test('are told half an hour after the end, once', async () => {
    expect(await staffTold(29)).toEqual([])
    const sent = await staffTold(30, 31, 59, 300)
    expect(sent).toMatchObject([{ booking_id: ride }])
    expect(await dueAt(32, sent)).toEqual([true])
    rows('UPDATE bookings SET returned_at = 1 WHERE id = ?1', ride)
    expect(await dueAt(32, sent)).toEqual([false])
  })

  test('are told after a pause of the cron, but not about a ride of the day before', async () => {
    expect(await staffTold(24 * 60)).toEqual([])
    expect(await staffTold(300)).toMatchObject([{ booking_id: ride }])
  })

  test('are not told if they want no mails about trouble', async () => {
    rows('UPDATE admins SET tell_trouble = 0')
    expect(await staffTold(30)).toEqual([])
  })
})

test('where the rule is not set, nobody is told', async () => {
  rows('UPDATE property_settings SET return_mode = NULL')
  await nextRide(30)
  expect(await told(10, 20, 30, 40, 70)).toEqual([])
})
