import { describe, expect, test } from 'vitest'
import { KEPT_REPORT_HOURS } from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as problemsText from '#messages/problems.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { advanceTime, bank, cron, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { bookBy, booked, START } from '#tests/model/harness/sample-bookings.ts'
import { insertScooter, type Rider, type Scooter, setRule } from '#tests/model/harness/seed.ts'

// What the batches of a report and of its decision decide by themselves, whatever has changed since their calls have
// read the rows.

startHarnessForEachTest()

async function paid(rider: Rider, scooter: Scooter): Promise<string> {
  const { razorpay_order_id, session_id } = await booked(rider, scooter)
  await calls.reportPayment(rider, session_id, bank().pay(razorpay_order_id))
  return session_id
}

/** The ride of r0 on s0, which starts in 30 minutes. */
async function ridden(): Promise<string> {
  const ride = await paid('r0', 's0')
  advanceTime(30)
  return ride
}

/** Changes the database between what a report reads and its batch. */
const meanwhile = (statement: string, ...values: string[]) =>
  changeBefore('INSERT INTO problems', () => rows(statement, ...values))

const stored = () => rows<Record<string, unknown>>('SELECT * FROM problems')

test.each([
  ['was returned', 'returned_at = unixepoch()'],
  ['was cancelled', "state = 'cancelled'"],
  ['has ended', 'start_at = 1, end_at = 2']
])('a ride that %s meanwhile has no report', async (_, change) => {
  const ride = await ridden()
  meanwhile(`UPDATE bookings SET ${change} WHERE id = ?`, ride)
  expect(await calls.reportProblemBy('r0', ride, 1)).toMatchObject({ detail: bookingText.rideChanged, status: 409 })
  expect(stored()).toEqual([])
})

test('reports that arrive at once are one', async () => {
  const ride = await ridden()
  const answers = await Promise.all([1, 2].map(number => calls.reportProblemBy('r0', ride, number)))
  expect(answers[0]).toMatchObject({ isDone: true })
  expect(answers[1]).toEqual(answers[0])
  expect(stored()).toHaveLength(1)
})

test('nobody else can book the scooter for two hours, unless it can be ridden', async () => {
  const ride = await ridden()
  await calls.reportProblemBy('r0', ride, 1, { is_rideable: true, kind: 'damaged' })
  expect(stored()).toMatchObject([{ blocked_from: null, blocked_until: null, is_rideable: 1 }])
  expect(await bookBy('r1', 's0', 1)).toMatchObject({ isDone: true })
  rows('DELETE FROM slot_claims WHERE hold_until IS NOT NULL')
  await calls.reportProblemBy('r0', ride, 2)
  const at = Math.floor(now().getTime() / 1000)
  expect(stored()[1]).toMatchObject({ blocked_from: at, blocked_until: at + 7200, is_rideable: 0 })
  expect(await bookBy('r2', 's0', 1)).toMatchObject({ status: 400 })
})

test('a fixed problem stays fixed, and a decision that is repeated changes nothing', async () => {
  await calls.reportProblemBy('r0', await ridden(), 1)
  const decisions = () => rows('SELECT detail FROM audits WHERE action = ?', 'update_problem')
  const known = { note: 'left mirror scratched', state: 'known' } as const
  const fixed = { scooter_status: 'Available', state: 'fixed' } as const
  const answer = await calls.decideProblem(1, known)
  expect(await calls.decideProblem(1, known)).toEqual(answer)
  expect(await calls.decideProblem(1, { ...known, note: 'gone' })).toMatchObject({ body: { note: 'gone' } })
  const inWorkshop = { ...known, note: 'gone', scooter_status: 'Maintenance' } as const
  expect(await calls.decideProblem(1, inWorkshop)).toMatchObject({ body: { scooter_status: 'Maintenance' } })
  await calls.decideProblem(1, fixed)
  rows("UPDATE scooters SET status = 'Maintenance'")
  const before = [stored(), decisions()]
  const isAsBefore = { body: { scooter_status: 'Maintenance', state: 'fixed' } }
  expect(await calls.decideProblem(1, { state: 'fixed' })).toMatchObject(isAsBefore)
  const stale = await calls.decideProblem(1, { ...known, scooter_status: 'Available' })
  expect(stale).toMatchObject({ detail: problemsText.problemFixed, status: 409 })
  const otherwise = [fixed, { note: 'Repaired', state: 'fixed' }] as const
  for (const decision of otherwise)
    expect(await calls.decideProblem(1, decision)).toMatchObject({ detail: problemsText.problemFixed, status: 409 })
  expect([stored(), decisions()]).toEqual(before)
  expect(decisions()).toHaveLength(4)
})

test('the open report of the same kind and scooter is answered, no other', async () => {
  const ride = await ridden()
  const first = await calls.reportProblemBy('r0', ride, 1)
  expect(await calls.reportProblemBy('r0', ride, 2)).toEqual(first)
  expect(await calls.reportProblemBy('r0', ride, 3, { kind: 'pin' })).not.toEqual(first)
  rows("UPDATE problems SET state = 'fixed'")
  expect(await calls.reportProblemBy('r0', ride, 4)).not.toEqual(first)
  await calls.moveAsAdmin(ride, 's0', 's1')
  expect(await calls.reportProblemBy('r0', ride, 5)).toMatchObject({ body: { id: '5'.padStart(32, '0') } })
  expect(stored().map(({ scooter_id, state }) => [scooter_id, state])).toEqual([
    ['s0', 'fixed'],
    ['s0', 'fixed'],
    ['s0', 'open'],
    ['s1', 'open']
  ])
})

describe('a report that a phone has kept', () => {
  /** Minutes from the start of the ride, which lasts an hour. */
  const at = (minutes: number) => addMinutes(START, minutes)
  const waitUntil = (minutes: number) => advanceTime((at(minutes).getTime() - now().getTime()) / MINUTE_MS)
  const send = (ride: string, pressed: number | string) =>
    calls.reportProblemBy('r0', ride, 1, {
      pressed_at: typeof pressed === 'string' ? pressed : at(pressed).toISOString()
    })
  const isOver = { detail: problemsText.rideOver, status: 400 }

  test.each([-30, 0, 60])('and pressed %s minutes after the start is taken after the ride', async pressed => {
    const ride = await paid('r0', 's0')
    waitUntil(100)
    await cron()
    expect(await send(ride, pressed)).toMatchObject({ isDone: true })
    const seconds = at(100).getTime() / 1000
    expect(stored()).toMatchObject([{ blocked_from: seconds, blocked_until: seconds + 7200, scooter_id: 's0' }])
    expect(await calls.wayOutOf('r0', ride)).toMatchObject({ body: { cause: null, refund: null } })
  })

  test('is over at once if the scooter was deleted meanwhile', async () => {
    const ride = await paid('r0', 's0')
    waitUntil(100)
    await cron()
    rows("UPDATE scooters SET archived_at = 1 WHERE id = 's0'")
    expect(await send(ride, 5)).toMatchObject({ isDone: true })
    expect(rows('SELECT state FROM problems')).toEqual([{ state: 'fixed' }])
  })

  test.each([-31, 61, 'no time'])('and pressed %s minutes after the start is refused', async pressed => {
    const ride = await paid('r0', 's0')
    waitUntil(100)
    expect(await send(ride, pressed)).toMatchObject(isOver)
    expect(stored()).toEqual([])
  })

  test('counts until the return: one before the end, or later than it', async () => {
    const early = await paid('r0', 's0')
    waitUntil(20)
    await calls.returnBy('r0', early)
    expect(await send(early, 21)).toMatchObject(isOver)
    expect(await send(early, 20)).toMatchObject({ isDone: true })
    rows('UPDATE bookings SET returned_at = returned_at + 5400')
    rows('DELETE FROM problems')
    waitUntil(200)
    expect(await send(early, 111)).toMatchObject(isOver)
    expect(await send(early, 110)).toMatchObject({ isDone: true })
  })

  test('is taken for a day after its ride', async () => {
    const ride = await paid('r0', 's0')
    waitUntil(60 + KEPT_REPORT_HOURS * 60)
    expect(await send(ride, 10)).toMatchObject({ isDone: true })
    rows('DELETE FROM problems')
    advanceTime(1)
    expect(await send(ride, 10)).toMatchObject(isOver)
  })

  test('is about the scooter that the ride had then', async () => {
    const ride = await ridden()
    insertScooter('s2')
    advanceTime(10)
    await calls.moveAsAdmin(ride, 's0', 's1')
    await calls.moveAsAdmin(ride, 's1', 's2')
    advanceTime(10)
    expect(await send(ride, -25)).toMatchObject({ isDone: true })
    expect(await calls.reportProblemBy('r0', ride, 2, { pressed_at: at(-25).toISOString() })).toMatchObject({
      body: { id: '1'.padStart(32, '0') }
    })
    await calls.reportProblemBy('r0', ride, 3)
    expect(stored().map(({ scooter_id }) => scooter_id)).toEqual(['s0', 's2'])
  })

  test('that had arrived is one report', async () => {
    const ride = await ridden()
    await calls.reportProblemBy('r0', ride, 1)
    expect(await send(ride, -30)).toMatchObject({ isDone: true })
    expect(stored()).toHaveLength(1)
  })
})

test('a late ride can be reported until its return, which gives its rider nothing', async () => {
  const ride = await ridden()
  advanceTime(91)
  expect(await calls.reportProblemBy('r0', ride, 1)).toMatchObject({ detail: problemsText.rideOver, status: 400 })
  setRule('return_mode', 'confirmed')
  expect(await calls.reportProblemBy('r0', ride, 1)).toMatchObject({ isDone: true })
  expect(await calls.wayOutOf('r0', ride)).toMatchObject({ body: { cause: null, refund: null } })
  await calls.returnBy('r0', ride)
  expect(await calls.reportProblemBy('r0', ride, 2, { kind: 'pin' })).toMatchObject({
    detail: problemsText.rideOver,
    status: 400
  })
})

describe('a photo', () => {
  const upload = (id: string, rider = 'r0') =>
    rows(
      `INSERT INTO uploads (id, kind, path, content_type, is_stored, created_at)
       VALUES (?1, 'photo', 'photos/2025-06-11/' || ?2 || '/' || ?1 || '.jpg', 'image/jpeg', 1, 0)`,
      id,
      rider
    )
  test('of another rider, or claimed meanwhile, is not found', async () => {
    const ride = await ridden()
    const [one, own] = ['3', '4'].map(digit => digit.repeat(32)) as [string, string]
    upload(one, 'r1')
    upload(own)
    const notFound = { detail: [{ loc: ['body', 'photo_id'], msg: bookingText.photoNotFound }], status: 422 }
    expect(await calls.reportProblemBy('r0', ride, 1, { photo_id: one })).toMatchObject(notFound)
    meanwhile('UPDATE uploads SET claimed_at = 1 WHERE id = ?', own)
    expect(await calls.reportProblemBy('r0', ride, 1, { photo_id: own })).toMatchObject(notFound)
    expect(rows('SELECT claimed_at FROM uploads ORDER BY id')).toEqual([{ claimed_at: null }, { claimed_at: 1 }])
    expect(stored()).toEqual([])
    rows('DELETE FROM uploads')
  })
})

describe('the second report that a scooter cannot be ridden', () => {
  const status = () => rows<{ status: string }>("SELECT status FROM scooters WHERE id = 's0'")[0]?.status
  const secondsAgo = (minutes: number) => Math.floor(addMinutes(now(), -minutes).getTime() / 1000)

  interface Report {
    /** Minutes. */
    ago?: number
    is_rideable?: 1
    kind?: string
    state?: string
    user_id?: Rider
  }

  /** An earlier report, whose ride is not stored. */
  const insertReport = ({ ago = 60, is_rideable, kind = 'pin', state = 'open', user_id = 'r1' }: Report) =>
    rows(
      `INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, state, blocked_from, blocked_until,
                             created_at, updated_at)
       VALUES ('first', 's0', 'x', ?1, ?2, ?3, ?4, ?5, ?5 + 60, ?5, ?5)`,
      user_id,
      kind,
      is_rideable ?? 0,
      state,
      secondsAgo(ago)
    )

  interface Between {
    ago?: number
    kind?: string
    scooter?: Scooter
    state?: string
  }

  const insertRide = ({ ago = 30, kind = 'ride', scooter = 's0', state = 'confirmed' }: Between) =>
    rows(
      `INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, start_at,
                             end_at, hours, amount, state, payment_id, created_at, updated_at)
       VALUES ('between', ?1, iif(?1 = 'ride', NULL, (SELECT id FROM bookings)), 'r2', ?2, 'S', 'p', 'P', ?3, ?3 + 60, 1, 50, ?4, 'pay', 0, 0)`,
      kind,
      scooter,
      secondsAgo(ago),
      state
    )

  async function statusAfter(first: Report, between?: Between) {
    const ride = await ridden()
    insertReport(first)
    if (between) insertRide(between)
    await calls.reportProblemBy('r0', ride, 1)
    return status()
  }

  test.each<[string, Report, Between | undefined]>([
    ['the first is of another rider', {}, undefined],
    ['somebody has only booked a ride for later', {}, { ago: -90 }],
    ['the ride between has begun before the first', { ago: 10 }, {}],
    ['the ride between was cancelled', {}, { state: 'cancelled' }],
    ['the ride between was an extension', {}, { kind: 'extension' }],
    ['the ride between was on another scooter', {}, { scooter: 's1' }]
  ])('puts it into maintenance: %s', async (_, first, between) => {
    expect(await statusAfter(first, between)).toBe('Maintenance')
  })

  test.each<[string, Report, Between | undefined]>([
    ['the first is of the same rider', { user_id: 'r0' }, undefined],
    ['the first is a day old', { ago: 24 * 60 }, undefined],
    ['the first is fixed', { state: 'fixed' }, undefined],
    ['the first says that it can be ridden', { is_rideable: 1 }, undefined],
    ['the first is a window of the staff', { kind: 'service' }, undefined],
    ['somebody has ridden it between', {}, {}]
  ])('does not, if %s', async (_, first, between) => {
    expect(await statusAfter(first, between)).toBe('Available')
  })

  test('puts it into maintenance: only the ride of the second has begun since the first', async () => {
    const ride = await ridden()
    advanceTime(35)
    insertReport({ ago: 10 })
    await calls.reportProblemBy('r0', ride, 1)
    expect(status()).toBe('Maintenance')
  })

  test('does not, if it says that the scooter can be ridden', async () => {
    const ride = await ridden()
    insertReport({})
    await calls.reportProblemBy('r0', ride, 1, { is_rideable: true, kind: 'other' })
    expect(status()).toBe('Available')
  })

  test('leaves a status that the staff have set', async () => {
    const ride = await ridden()
    insertReport({})
    rows("UPDATE scooters SET status = 'Booked' WHERE id = 's0'")
    await calls.reportProblemBy('r0', ride, 1)
    expect(status()).toBe('Booked')
  })
})
