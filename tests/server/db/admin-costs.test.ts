import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { BookingsQuery } from '#server/bookings/admin/booking-query.ts'
import { measureCost } from '#tests/helpers/db/watched-d1.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

vi.mock('cloudflare:workers', () => import('#tests/helpers/db/watched-d1.ts'))

startApp()

const NOW = new Date('2026-06-15T06:30:00Z')
const SCOOTERS = 20
const RIDERS = 100

const admin = { id: 'a', properties: null, role: 'owner' } as const
const call = {
  clock: () => new Date(),
  headers: new Headers(),
  isSecure: true,
  now: NOW,
  responseHeaders: new Headers()
}

async function fillCatalogue(): Promise<void> {
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)'
  await sql("INSERT INTO properties (id, name, location, created_at) VALUES ('p0', 'P', 'L', 0), ('p1', 'P', 'L', 0)")
  await sql(
    `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at)
     ${numbers} SELECT 's' || i, 'p' || (i % 2), 'Scooter ' || i || '.', 'Available', '482913', i FROM n`,
    SCOOTERS
  )
  await fillRiders(1, RIDERS)
}

async function fillRiders(from: number, to: number): Promise<void> {
  await sql(
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, created_at)
     WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT 'u' || i, 'Rider' || i || 'e Nair' || i || 'e', 'rider' || i || '@example.test', 9000000000 + i, '1990-01-01', 'x', 'p' || (i % 2),
            'x', i FROM n`,
    from,
    to
  )
  const words = [
    "'rider' || i",
    "'nair' || i",
    "'rider' || i || '@example.test'",
    "'example'",
    "'test'",
    '9000000000 + i'
  ]
  for (const word of words) {
    await sql(
      `INSERT INTO rider_words (word, user_id)
       WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ${word}, 'u' || i FROM n`,
      from,
      to
    )
  }
}

/** One booking every half hour, back from now; some failed and some were refunded. */
async function fillBookings(from: number, to: number): Promise<void> {
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT printf('b%08d', i), 'u' || (1 + i % ${RIDERS}), 's' || (1 + i % ${SCOOTERS}), 'S', 'p' || ((1 + i % ${SCOOTERS}) % 2), 'P',
            CAST(?3 AS INTEGER) - i * 1800, CAST(?3 AS INTEGER) - i * 1800 + 3600, 1, 50,
            CASE WHEN i % 61 = 7 THEN 'refunded' WHEN i % 51 = 3 THEN 'expired' ELSE 'confirmed' END,
            'pay' || i, CAST(?3 AS INTEGER) - i * 1800 - 900, 0 FROM n`,
    from,
    to,
    NOW.getTime() / 1000
  )
}

/** A captured payment of each paid booking. */
async function fillPayments(): Promise<void> {
  await sql(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT payment_id, id, payment_id, 'captured', amount * 100, 'INR', created_at FROM bookings WHERE state <> 'expired'
         ON CONFLICT DO NOTHING`
  )
}

const BOOKING_QUERIES: [string, BookingsQuery][] = [
  ['the first page', {}],
  ['the oldest first', { sort: 'created_at' }],
  ['by the start of the ride', { sort: '-start_time' }],
  ['of a property', { property_id: 'p1' }],
  ['of a scooter', { scooter_id: 's3' }],
  ['of a rider', { user_id: 'u7' }],
  ['that are paid', { status: 'Completed' }],
  ['that wait for money', { status: 'Pending' }],
  ['that came to nothing', { status: 'Failed' }],
  ['that were cancelled', { status: 'Cancelled' }],
  ['that are paid and have not ended', { has_ended: 'false', sort: 'start_time', status: 'Completed' }],
  ['that have ended', { has_ended: 'true' }],
  ['of some days', { from: '2026-06-01', to: '2026-06-07' }],
  ["by the rider's name", { q: 'rider7e' }],
  ["by the rider's later name", { q: 'nair7e' }],
  ["by the rider's email", { q: 'rider7@' }],
  ["by the rider's phone", { q: '0 90000 00007' }],
  ['by a name and a part of the email', { q: 'nair7e rider7e' }],
  ['by a word that all riders have', { q: 'example' }],
  ["by the scooter's name", { q: 'scooter 7.' }],
  ['by the reference', { q: '00000007' }],
  ['by the reference, with filters', { from: '2026-06-01', property_id: 'p1', q: '00000007', status: 'Completed' }],
  ['that were paid back', { status: 'Refunded' }],
  ['of a property, that came to nothing', { property_id: 'p1', status: 'Failed' }],
  [
    'by a name, paid, of some days, at a property',
    { from: '2026-06-01', property_id: 'p1', q: 'nair7e', status: 'Completed' }
  ]
]

/** A full table scan. A scan of an index that stops when the page is full is allowed. */
const fullScans = (plan: string[]) =>
  plan.filter(step => /^SCAN (bookings|payments|users|named|newest|b|p)\b(?!.*USING.* INDEX)/.test(step))

/** All riders have some of these words. */
const COMMON_WORDS = ['example', 'example nobody', 'example nair7e', 'rider nair', 'test example rider nair 9']
/** Rows that a search may read, however many riders there are. */
const SEARCH_ROWS_MAX = 200_000

const RIDER_QUERIES: Parameters<typeof listed>[0][] = [
  {},
  { q: 'rider77e' },
  { q: 'nair77e' },
  { q: '0 90000 00077' },
  { q: 'nair77e rider77e' },
  { property_id: 'p1' },
  { sort: 'name' },
  { sort: '-email' }
]

async function listed(query: { property_id?: string; q?: string; sort?: '-email' | 'name' }) {
  const { listRiders } = await import('#server/riders/admin-riders.ts')
  return measureCost(() => listRiders({ query: { page: 1, ...query } }, admin, call))
}

/** The current cost of each query, by name. */
async function costs() {
  // The database exists only after the start of the Worker.
  const { listAllBookings } = await import('#server/bookings/admin/admin-bookings.ts')
  const { listAllScooters } = await import('#server/catalogue/scooters.ts')
  const { listAllProperties } = await import('#server/catalogue/properties.ts')
  const { getRevenue } = await import('#server/payments/revenue.ts')
  const { getStats } = await import('#server/overview/stats.ts')
  const found: Record<string, Awaited<ReturnType<typeof measureCost>>> = {
    properties: await measureCost(() => listAllProperties({ query: { page: 1 } }, admin, call)),
    revenue: await measureCost(() => getRevenue({}, admin, call)),
    scooters: await measureCost(() => listAllScooters({ query: { page: 1 } }, admin, call)),
    'scooters in a ride': await measureCost(() =>
      listAllScooters({ query: { page: 1, status: 'Booked' } }, admin, call)
    ),
    'scooters by status': await measureCost(() => listAllScooters({ query: { page: 1, sort: 'status' } }, admin, call)),
    stats: await measureCost(() => getStats({}, admin, call))
  }
  for (const [name, query] of BOOKING_QUERIES) {
    found[`bookings ${name}`] = await measureCost(() => listAllBookings({ query: { page: 1, ...query } }, admin, call))
  }
  for (const query of RIDER_QUERIES) found[`users ${JSON.stringify(query)}`] = await listed(query)
  return found
}

describe('the queries of an admin', () => {
  const before: Record<string, number> = {}

  beforeAll(async () => {
    await fillCatalogue()
    await fillBookings(1, 6000)
    await fillPayments()
    for (const [name, { rows_read }] of Object.entries(await costs())) before[name] = rows_read
    await fillBookings(6001, 60_000)
    await fillPayments()
    await fillRiders(RIDERS + 1, 10_000)
  })

  test('cost the same with ten times the bookings and a hundred times the riders', async () => {
    const after = Object.entries(await costs())
    expect(after.filter(([name, { rows_read }]) => rows_read > 1.2 * (before[name] ?? 0))).toEqual([])
    expect(after.filter(([, { plan }]) => fullScans(plan).length > 0)).toEqual([])
    expect(before['bookings the first page']).toBeGreaterThan(50)
  })

  test('cost the same with three times the riders, even if they search for words of all riders', async () => {
    const { listAllBookings } = await import('#server/bookings/admin/admin-bookings.ts')
    const searched = async () => {
      const found: [string, number][] = []
      for (const q of COMMON_WORDS) {
        const ofBookings = await measureCost(() => listAllBookings({ query: { page: 1, q } }, admin, call))
        const ofRiders = await listed({ q })
        found.push([`bookings ${q}`, ofBookings.rows_read], [`users ${q}`, ofRiders.rows_read])
      }
      return found
    }
    const few = Object.fromEntries(await searched())
    await fillRiders(10_001, 30_000)
    const many = await searched()
    expect(many.filter(([name, rows_read]) => rows_read > 1.05 * (few[name] ?? 0))).toEqual([])
    expect(Math.max(...many.map(([, rows_read]) => rows_read))).toBeLessThan(SEARCH_ROWS_MAX)
  })
})
