import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { type Booking, getBooking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { updateProperty } from '#contract/catalogue/admin-properties.ts'
import { deleteScooter } from '#contract/catalogue/admin-scooters.ts'
import { MY_BOOKINGS_FIRST_LIMIT, MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'
import { addDays, dayOf, weekdayOf } from '#domain/time/india-time.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { endHold } from '#tests/helpers/data/stored-state.ts'
import { measureCost } from '#tests/helpers/db/watched-d1.ts'
import { app, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { HTML_WITH_ROWS_MAX_KB } from '../../../scripts/tools/bench/limits.ts'

// A rider with years of rides and thousands of expired holds, some of them for days ahead.

startApp()

const HOUR = 3600
const KB = 1000

type Rider = Awaited<ReturnType<typeof aRider>>

async function aRider() {
  const rider = await signedInRider()
  const { id: scooter_id } = await insertScooter(rider.property_id)
  return { ...rider, scooter_id }
}

interface Many {
  count: number
  /** Seconds from now to the first booking, and from each to the next. */
  from: number
  name: string
  state: 'cancelled' | 'confirmed' | 'expired' | 'held' | 'refunded' | 'released'
  step: number
  hold?: number
  settling?: 0 | 1
}

/** Inserts this many bookings of one hour. Returns the id of the first; the other ids have the same prefix. */
async function insertMany(rider: Rider, { count, from, hold, name, settling = 0, state, step }: Many): Promise<string> {
  const prefix = `${rider.id}-${name}-`
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, settling, hold_until, payment_id, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
     SELECT ?2 || i, ?3, ?4, 'Ather ' || i, 'p', 'Palm Grove', unixepoch() + ?5 + i * ?6,
            unixepoch() + ?5 + i * ?6 + ${HOUR}, 1, 50, ?7, ?8, unixepoch() + ?9,
            CASE WHEN ?7 IN ('confirmed', 'refunded') THEN ?2 || 'pay' || i END, unixepoch() + ?5 + i * ?6, 0 FROM n`,
    count,
    prefix,
    rider.id,
    rider.scooter_id,
    from,
    step,
    state,
    settling,
    hold ?? null
  )
  return `${prefix}0`
}

async function listFor(rider: Rider, query: Record<string, string> = {}) {
  const reply = await send(listMyBookings, { query }, rider.token)
  expect(reply.status).toBe(200)
  return { hasMore: reply.headers.get('x-has-more'), rows: (await reply.json()) as Booking[] }
}

const ids = (rows: readonly Booking[]) => rows.map(({ id }) => id)

/** 700 rides and 790 holds of the past, and the current bookings. */
async function yearsOfRides() {
  const rider = await aRider()
  await insertMany(rider, { count: 700, from: -3 * HOUR, name: 'past', state: 'confirmed', step: -8 * HOUR })
  await insertMany(rider, { count: 690, from: -5 * HOUR, name: 'old', state: 'expired', step: -8 * HOUR })
  await insertMany(rider, { count: 100, from: 90 * 24 * HOUR, name: 'later', state: 'released', step: HOUR })
  const now = [
    await insertMany(rider, { count: 1, from: -HOUR / 2, name: 'riding', state: 'confirmed', step: 1 }),
    await insertMany(rider, { count: 1, from: 30 * HOUR, name: 'next', state: 'confirmed', step: 1 }),
    await insertMany(rider, { count: 1, from: 2 * HOUR, hold: 600, name: 'held', state: 'held', step: 1 }),
    await insertMany(rider, {
      count: 1,
      from: -2 * HOUR,
      hold: -5,
      name: 'checked',
      settling: 1,
      state: 'held',
      step: 1
    })
  ]
  const resolved = [
    await insertMany(rider, { count: 1, from: 40 * HOUR, name: 'cancelled', state: 'cancelled', step: 1 }),
    await insertMany(rider, { count: 1, from: -HOUR / 4, name: 'refunded', state: 'refunded', step: 1 })
  ]
  const over = await insertMany(rider, {
    count: 1,
    from: 100 * 24 * HOUR,
    hold: -1,
    name: 'over',
    state: 'held',
    step: 1
  })
  const ancient = await insertMany(rider, { count: 2, from: -9000 * HOUR, name: 'ancient', state: 'refunded', step: 1 })
  return { ancient, now, over, rider, resolved }
}

type History = Awaited<ReturnType<typeof yearsOfRides>>
let history: History
beforeAll(async () => {
  history = await yearsOfRides()
})

describe("a rider's bookings", () => {
  test('are returned completely, newest first, without paging parameters', async () => {
    const { hasMore, rows } = await listFor(history.rider)
    expect([rows.length, hasMore]).toEqual([1499, null])
    expect(rows.map(({ start_time }) => start_time)).toEqual(
      rows
        .map(({ start_time }) => start_time)
        .toSorted()
        .reverse()
    )
  })

  test('start with all current bookings, those with news, and one page of each section', async () => {
    const { now, over, rider, resolved } = history
    const { hasMore, rows } = await listFor(rider, { limit: '20' })
    expect(hasMore).toBe('true')
    expect(ids(rows).slice(0, 4).toSorted()).toEqual(now.toSorted())
    expect(ids(rows).slice(4, 6)).toEqual(resolved)
    const [past, none] = [rows.slice(6, 26), rows.slice(26)]
    expect(ids(past)).toEqual(Array.from({ length: 20 }, (_, i) => `${rider.id}-past-${i}`))
    expect(ids(none)).toEqual([over, ...Array.from({ length: 19 }, (_, i) => `${rider.id}-later-${99 - i}`)])
  })

  test('are paged without gaps or duplicates, in order, to the last', async () => {
    const { now, rider } = history
    const { rows } = await listFor(rider, { limit: String(MY_BOOKINGS_FIRST_LIMIT) })
    const found = new Set(ids(rows))
    for (const [section, status] of [
      ['past', 'Completed'],
      ['not_completed', 'Failed']
    ] as const) {
      const first = rows.filter(({ id, payment_status }) =>
        status === 'Completed'
          ? payment_status === status && !now.includes(id)
          : !['Completed', 'Pending'].includes(payment_status)
      )
      let before = first.at(-1)?.id
      for (let hasMore = true; hasMore; ) {
        const page = await listFor(rider, { before: before ?? '', limit: '20', section })
        const starts = page.rows.map(({ start_time }) => start_time)
        expect(starts).toEqual(starts.toSorted().reverse())
        for (const id of ids(page.rows)) {
          expect(found.has(id) && !history.resolved.includes(id)).toBe(false)
          found.add(id)
        }
        hasMore = page.hasMore === 'true'
        expect(page.rows.length).toBe(hasMore ? 20 : page.rows.length)
        before = page.rows.at(-1)?.id
      }
    }
    expect(found.size).toBe(1499)
  })

  test('fit on one page for most riders, with no further page', async () => {
    const rider = await aRider()
    expect(await listFor(rider, { limit: '21' })).toEqual({ hasMore: 'false', rows: [] })
    const next = await insertMany(rider, { count: 21, from: HOUR, name: 'next', state: 'confirmed', step: HOUR })
    await insertMany(rider, { count: 21, from: -HOUR * 2, name: 'past', state: 'confirmed', step: -HOUR })
    const { hasMore, rows } = await listFor(rider, { limit: '21' })
    expect([hasMore, rows.length]).toEqual(['false', 42])
    expect(ids(rows)).toContain(next)
    expect((await listFor(rider, { limit: '20' })).hasMore).toBe('true')
  })

  test.each([
    ['limit', '0', apiErrorsText.invalidPage],
    ['limit', '100', apiErrorsText.invalidPage],
    ['limit', '-1', apiErrorsText.invalidPage],
    ['limit', 'ten', apiErrorsText.invalidPage],
    ['section', 'current', apiErrorsText.unknownFilter]
  ] as const)('answer 422 with a sentence to the %s %s', async (field, value, msg) => {
    const reply = await send(listMyBookings, { query: { [field]: value } }, history.rider.token)
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ detail: [{ loc: ['query', field], msg }] })
  })
})

describe('what a rider reads of a booking', () => {
  const NOTE = 'Basement 1, beside the lift'

  const setParkingNote = async ({ property_id }: Rider, parking_note: string) =>
    (await signedInAdmin()).call(updateProperty, { body: { parking_note }, params: { id: property_id } })

  async function bookedAtNotedPlace() {
    const rider = await aRider()
    await setParkingNote(rider, NOTE)
    const hour = { count: 1, state: 'confirmed', step: 1 } as const
    const names = { next: HOUR, past: -5 * HOUR }
    const [next, past] = [
      await insertMany(rider, { ...hour, from: names.next, name: 'next' }),
      await insertMany(rider, { ...hour, from: names.past, name: 'past' })
    ]
    await sql(
      "UPDATE bookings SET property_id = ?, plan_name = 'Errand Run' WHERE user_id = ?",
      rider.property_id,
      rider.id
    )
    return { next, past, rider }
  }
  const bookingOf = async (rider: Rider, id: string) => (await listFor(rider)).rows.find(row => row.id === id)

  test('is its plan, its price, and the present place of its property until it ends', async () => {
    const { next, past, rider } = await bookedAtNotedPlace()
    const [{ location } = { location: '' }] = await sql<{ location: string }>(
      'SELECT location FROM properties WHERE id = ?',
      rider.property_id
    )
    const bought = { amount: 50, plan_name: 'Errand Run' }
    expect(await bookingOf(rider, next)).toMatchObject({ ...bought, parking_note: NOTE, property_location: location })
    expect(await bookingOf(rider, past)).toMatchObject({ ...bought, parking_note: null, property_location: null })
    await setParkingNote(rider, 'Gate 2')
    expect(await bookingOf(rider, next)).toMatchObject({ parking_note: 'Gate 2' })
    await sql("UPDATE bookings SET property_id = 'deleted' WHERE id = ?", next)
    expect(await bookingOf(rider, next)).toMatchObject({ parking_note: null, property_name: 'Palm Grove' })
  })

  /** Monday to Friday, from today on. */
  function workingDaysLater(count: number): string {
    const days = Array.from({ length: 2 * count }, (_, index) => addDays(dayOf(new Date()), index + 1))
    return days.filter(day => !['saturday', 'sunday'].includes(weekdayOf(day)))[count - 1] ?? ''
  }

  test('says that its refund is pending, and the booking stays on the first page until the refund is processed', async () => {
    const rider = await aRider()
    const id = await insertMany(rider, { count: 1, from: -90 * HOUR, name: 'owed', state: 'refunded', step: 1 })
    await insertMany(rider, { count: 5, from: -9 * HOUR, name: 'newer', state: 'expired', step: -HOUR })
    await sql(
      `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
       VALUES (?1, ?2, ?1, 'captured', 16000, 'INR', 1)`,
      `pay-${id}`,
      id
    )
    await sql(
      `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
       VALUES (?1, ?1, ?2, 16000, 'slot_lost', 'sent', unixepoch())`,
      `pay-${id}`,
      id
    )
    const firstPage = async () => (await listFor(rider, { limit: '2' })).rows
    const [pending] = await firstPage()
    expect(pending).toMatchObject({ id, refund: 160, refund_status: 'pending' })
    expect(pending?.refund_by).toBe(workingDaysLater(7))
    await sql("UPDATE refunds SET status = 'processed', processed_at = unixepoch() WHERE booking_id = ?", id)
    expect(ids(await firstPage())).not.toContain(id)
    expect(await bookingOf(rider, id)).toMatchObject({ refund: 160, refund_status: 'processed' })
    // A day that has passed is not named any more.
    await sql("UPDATE bookings SET payment_id = 'pay-' || id WHERE id = ?", id)
    await sql("UPDATE refunds SET processed_at = 1, bank_reference = '74332745' WHERE booking_id = ?", id)
    expect((await bookingOf(rider, id))?.refund_by ?? null).toBeNull()
    expect(await bookingOf(rider, id)).toMatchObject({ bank_references: ['74332745'] })
    const { rows } = await rider.call(getBooking, { params: { id } })
    expect(rows[0]?.refunds).toMatchObject([{ bank_reference: '74332745' }])
  })

  test('is how its hold ended: by the rider, by its deadline, or for another reason', async () => {
    const rider = await signedInRider()
    const scooters = [await insertScooter(rider.property_id), await insertScooter(rider.property_id)]
    const hold = async (index: number, time: string) => {
      const body = { duration_hours: 1, scooter_id: scooters[index]?.id ?? '', start_time: daysAhead(2, time) } as const
      return (await rider.call(createHourlyBooking, { body })).session_id
    }
    const cancelled = await hold(0, '08:00')
    await rider.call(cancelBooking, { body: {}, params: { id: cancelled } })
    const replaced = await hold(0, '10:00')
    const expired = await hold(0, '12:00')
    await endHold(expired)
    const ofDeletedScooter = await hold(1, '14:00')
    const admin = await signedInAdmin()
    await admin.call(deleteScooter, { params: { id: scooters[1]?.id ?? '' } })
    const held = await hold(0, '16:00')
    const outcomes = (await rider.call(listMyBookings)).map(({ hold_outcome, id }) => [id, hold_outcome])
    expect(Object.fromEntries(outcomes)).toEqual({
      [cancelled]: 'cancelled',
      [expired]: 'expired',
      [held]: null,
      [ofDeletedScooter]: 'released',
      [replaced]: 'cancelled'
    })
  })
})

describe('the My Bookings page', () => {
  const page = async ({ token }: Rider) =>
    (await app.fetch(PATHS.myBookings, { headers: { cookie: `userType=user; session=${token}` } })).text()
  const visibleText = (html: string) => html.replace(/<(script|style).*?<\/\1>/gs, '').replace(/<[^>]*>/g, '')

  test('contains the current bookings and the first of each section, however many there are', async () => {
    const html = await page(history.rider)
    for (const line of [
      myBookingsText.pastBookings,
      myBookingsText.showMore,
      myBookingsText.ridesCount(myBookingsText.notConfirmedTitle, MY_BOOKINGS_PAGE_SIZE, true).replace('&', '&amp;')
    ])
      expect(visibleText(html)).toContain(line)
    expect(html.match(/482|48\d{4}/)).not.toBeNull()
    expect(visibleText(html).match(/Completed/g)?.length).toBe(MY_BOOKINGS_PAGE_SIZE)
  })

  test('stays within the limit of a page with many rows with 1,499 bookings', async () => {
    expect(brotliCompressSync(await page(history.rider)).length).toBeLessThanOrEqual(HTML_WITH_ROWS_MAX_KB * KB)
  })
})

describe('the rows read from the database', () => {
  const QUERIES = [
    { limit: MY_BOOKINGS_FIRST_LIMIT },
    { limit: 20, section: 'past' },
    { before: 'past-30', limit: 20, section: 'past' },
    { before: 'past-650', limit: 20, section: 'past' },
    { before: 'old-30', limit: 20, section: 'not_completed' }
  ] as const

  async function costs({ id, property_id }: Rider) {
    const { listMyBookings } = await import('#server/bookings/my-bookings.ts')
    const call = {
      clock: () => new Date(),
      headers: new Headers(),
      isSecure: true,
      now: new Date(),
      responseHeaders: new Headers()
    }
    const found = []
    for (const query of QUERIES) {
      const absoluteQuery = 'before' in query ? { ...query, before: `${id}-${query.before}` } : query
      found.push({
        query,
        ...(await measureCost(() => listMyBookings({ query: absoluteQuery }, { id, property_id }, call)))
      })
    }
    return found
  }

  test('are as few for 100,000 bookings as for 1,499, each statement by an index alone', async () => {
    const before = await costs(history.rider)
    await insertMany(history.rider, {
      count: 30_000,
      from: -9999 * HOUR,
      name: 'more',
      state: 'confirmed',
      step: -HOUR
    })
    await insertMany(history.rider, { count: 30_000, from: -9999 * HOUR, name: 'tried', state: 'expired', step: -HOUR })
    await insertMany(history.rider, { count: 40_000, from: 400 * HOUR, name: 'tries', state: 'released', step: HOUR })
    const after = await costs(history.rider)
    expect(after.map(({ rows_read }) => rows_read)).toEqual(before.map(({ rows_read }) => rows_read))
    expect(Math.max(...after.map(({ rows_read }) => rows_read))).toBeLessThan(600)
    const steps = after.flatMap(({ plan }) => plan)
    // The few notes about a scooter are sorted.
    expect(steps.filter(step => /^SCAN|USE TEMP B-TREE(?! FOR group_concat)/.test(step))).toEqual([])
  })
})
