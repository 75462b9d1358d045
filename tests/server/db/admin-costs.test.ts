import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_SIZE, STATS_COUNT_MAX } from '#domain/constants.ts'
import type { BookingsQuery } from '#server/bookings/admin/booking-query.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { measureCost } from '#tests/helpers/db/watched-d1.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const NOW = new Date('2026-06-15T06:30:00Z')
const SCOOTERS = 20
const RIDERS = 100
/** The small and the large database. The small one fills each page. */
const FEW_BOOKINGS = 6000
const MANY_BOOKINGS = IS_WHOLE ? 60_000 : 20_000
const MANY_RIDERS = 10_000
/** Long enough for a busy machine. */
const FILLED_MS = 180_000

const owner: Staff = { id: 'a', properties: null, role: 'owner' }
const managerOf = (...properties: string[]): Staff => ({ id: 'm', properties, role: 'manager' })
/** The rows of p0 and p1 grow, those of p2 do not. */
const STAFF = {
  owner,
  'manager of one': managerOf('p1'),
  'manager of a quiet one': managerOf('p2'),
  'manager of two': managerOf('p1', 'p2')
}
const call = {
  clock: () => new Date(),
  headers: new Headers(),
  isSecure: true,
  now: NOW,
  responseHeaders: new Headers()
}

async function fillCatalogue(): Promise<void> {
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)'
  await sql(
    "INSERT INTO properties (id, name, location, created_at) VALUES ('p0', 'P', 'L', 0), ('p1', 'P', 'L', 0), ('p2', 'P', 'L', 0)"
  )
  await sql(
    `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at)
     ${numbers} SELECT 's' || i, 'p' || (i % 2), 'Scooter ' || i || '.', 'Available', '482913', i FROM n`,
    SCOOTERS
  )
  await fillRiders(1, RIDERS)
}

async function fillRiders(from: number, to: number): Promise<void> {
  await sql(
    // Every second licence is from before the review. The others wait since then.
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url,
                        license_waits_since, created_at)
     WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT 'u' || i, 'Rider' || i || 'e Nair' || i || 'e', 'rider' || i || '@example.test', 9000000000 + i, '1990-01-01', 'x', 'p' || abs(i % 2),
            'x', abs(i % 2) * abs(i), i FROM n`,
    from,
    to
  )
  const words = [
    "'rider' || i || 'e'",
    "'nair' || i || 'e'",
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

/** A third property, whose riders and bookings are older than all others. */
async function fillQuietProperty(): Promise<void> {
  await sql(
    `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at)
     VALUES ('s0', 'p2', 'Scooter 0.', 'Available', '482913', 0)`
  )
  await fillRiders(-59, 0)
  await sql("UPDATE users SET property_id = 'p2' WHERE created_at <= 0")
  await fillBookings(100_001, 100_100)
  await sql("UPDATE bookings SET property_id = 'p2', scooter_id = 's0' WHERE id > 'b00100000'")
}

/** One booking every half hour, back from now; some failed and some were refunded. */
async function fillBookings(from: number, to: number): Promise<void> {
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, returned_at, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT printf('b%08d', i), 'u' || (1 + i % ${RIDERS}), 's' || (1 + i % ${SCOOTERS}), 'S', 'p' || ((1 + i % ${SCOOTERS}) % 2), 'P',
            CAST(?3 AS INTEGER) - i * 1800, CAST(?3 AS INTEGER) - i * 1800 + 3600, 1, 50,
            CASE WHEN i % 61 = 7 THEN 'refunded' WHEN i % 51 = 3 THEN 'expired' ELSE 'confirmed' END,
            iif(i % 20 = 11, 'room-', 'pay') || i, iif(i > 2, CAST(?3 AS INTEGER) - i * 1800 + 3600, NULL), CAST(?3 AS INTEGER) - i * 1800 - 900, 0 FROM n`,
    from,
    to,
    NOW.getTime() / 1000
  )
}

/** A captured payment of each paid booking, paid out two days later. */
async function fillPayments(): Promise<void> {
  await sql(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT payment_id, id, payment_id, 'captured', amount * 100, 'INR', created_at FROM bookings WHERE state <> 'expired'
         ON CONFLICT DO NOTHING`
  )
  await sql(
    `INSERT INTO payouts (entity_id, type, paise, credit, debit, tax, settlement_id, settled_at, counted_at)
     SELECT id, 'payment', paise, paise - 100, 0, 15, 'setl_' || date(created_at, 'unixepoch'), created_at + 172800,
            created_at + 172800 FROM payments WHERE true
         ON CONFLICT DO NOTHING`
  )
}

/** All days are read since the first payment of the small database. */
async function fillPayoutDays(): Promise<void> {
  await sql(
    `WITH RECURSIVE d (day) AS (SELECT '2026-02-01' UNION ALL SELECT date(day, '+1 day') FROM d WHERE day < '2026-06-15')
     INSERT INTO payout_days (day, tried_at, read_at) SELECT day, 1, 1 FROM d`
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
  ['on room bills', { pay: 'room' }],
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
  plan.filter(step =>
    /^SCAN (bookings|payments|payouts|receipts|users|named|newest|b|d|p|u|w|x)\b(?!.*USING.* INDEX)/.test(step)
  )

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
  { property_id: 'p1', sort: 'name' },
  { sort: 'name' },
  { sort: '-email' }
]

async function listed(query: { property_id?: string; q?: string; sort?: '-email' | 'name' }, staff = owner) {
  const { listRiders } = await import('#server/riders/admin-riders.ts')
  return measureCost(() => listRiders({ query: { page: 1, ...query } }, staff, call))
}

/** These go through an index of the rider, scooter or state, which has the rows of other properties too. */
const readsOtherProperties = ({ pay, scooter_id, status, user_id }: BookingsQuery) =>
  Boolean(pay || scooter_id || user_id || (status && status !== 'Completed'))

/** The current cost of each query, by name. */
async function costs(staff: Staff) {
  // The database exists only after the start of the Worker.
  const { listAllBookings } = await import('#server/bookings/admin/admin-bookings.ts')
  const { bookAtDesk, getDeskOffer } = await import('#server/bookings/admin/desk-booking.ts')
  const { listAllScooters } = await import('#server/catalogue/scooters.ts')
  const { listAllProperties } = await import('#server/catalogue/properties.ts')
  const { getNeeds } = await import('#server/overview/needs.ts')
  const { getReport, getRevenue, getStats } = await import('#server/overview/stats.ts')
  const { getToday } = await import('#server/staff/today.ts')
  const { listLicences } = await import('#server/review/review.ts')
  const { getBooks } = await import('#server/receipts/books.ts')
  const { getMonth } = await import('#server/receipts/months.ts')
  const found: Record<string, Awaited<ReturnType<typeof measureCost>>> = {
    licences: await measureCost(() => listLicences({ query: {} }, staff, call)),
    needs: await measureCost(() => getNeeds({}, staff, call)),
    properties: await measureCost(() => listAllProperties({ query: { page: 1 } }, staff, call)),
    report: await measureCost(() => getReport({ query: { month: '2026-05' } }, staff, call)),
    'report of a property': await measureCost(() =>
      getReport({ query: { month: '2026-05', property_id: staff.properties?.[0] ?? 'p1' } }, staff, call)
    ),
    revenue: await measureCost(() => getRevenue({}, staff, call)),
    scooters: await measureCost(() => listAllScooters({ query: { page: 1 } }, staff, call)),
    'scooters in a ride': await measureCost(() =>
      listAllScooters({ query: { page: 1, status: 'Booked' } }, staff, call)
    ),
    'scooters by status': await measureCost(() => listAllScooters({ query: { page: 1, sort: 'status' } }, staff, call)),
    stats: await measureCost(() => getStats({}, staff, call)),
    today: await measureCost(() => getToday({ query: {} }, staff, call)),
    'today, all properties': await measureCost(() => getToday({ query: { all: 'true' } }, staff, call)),
    'today, another day': await measureCost(() => getToday({ query: { day: '2026-06-12' } }, staff, call))
  }
  if (staff === owner) {
    found.books = await measureCost(() => getBooks({ query: { year: 2026 } }, staff, call))
    found['books, a month'] = await measureCost(() => getMonth({ params: { month: '2026-05' } }, staff, call))
  }
  const [property_id = 'p1'] = staff.properties ?? []
  const start = new Date('2026-06-16T06:30:00Z')
  found['what the desk can book'] = await measureCost(() =>
    getDeskOffer({ params: { id: property_id }, query: { hours: 1, start, user_id: 'u7' } }, staff, call)
  )
  if (staff === owner) {
    const wanted = { hours: 1, pay: 'cash', scooter_id: 's1', start_time: start, user_id: 'u1' } as const
    const unsaid = { amount: 0, bends: [], note: '', reason: '' }
    found['a dry run at the desk'] = await measureCost(() =>
      bookAtDesk({ body: { ...wanted, ...unsaid, dry_run: true, id: 'a'.repeat(32) } }, staff, call)
    )
  }
  const own = <Query extends { property_id?: string }>(query: Query) =>
    query.property_id === undefined ? query : { ...query, property_id }
  for (const [name, query] of BOOKING_QUERIES) {
    if (staff !== owner && readsOtherProperties(query)) continue
    found[`bookings ${name}`] = await measureCost(() =>
      listAllBookings({ query: { page: 1, ...own(query) } }, staff, call)
    )
  }
  for (const query of RIDER_QUERIES) found[`users ${JSON.stringify(query)}`] = await listed(own(query), staff)
  return found
}

describe('the queries of an admin', { timeout: FILLED_MS }, () => {
  const before: Record<string, number> = {}
  const ofEverybody = async () => {
    const found: [string, Awaited<ReturnType<typeof measureCost>>][] = []
    for (const [who, staff] of Object.entries(STAFF)) {
      for (const [name, cost] of Object.entries(await costs(staff))) found.push([`${who}: ${name}`, cost])
    }
    return found
  }
  /** The riders of a manager are counted up to a limit, which the few do not reach. */
  const counted = (name: string) => (/^manager.*: stats$/.test(name) ? STATS_COUNT_MAX : 0)

  beforeAll(async () => {
    await fillCatalogue()
    await fillQuietProperty()
    await fillBookings(1, FEW_BOOKINGS)
    await fillPayments()
    await fillPayoutDays()
    for (const [name, { rows_read }] of await ofEverybody()) before[name] = rows_read
    await fillBookings(FEW_BOOKINGS + 1, MANY_BOOKINGS)
    await fillPayments()
    await fillRiders(RIDERS + 1, MANY_RIDERS)
  }, FILLED_MS)

  test('cost the same with many times the bookings and the riders', async () => {
    const after = await ofEverybody()
    const grown = after.map(([name, { rows_read }]) => ({ before: before[name] ?? 0, name, rows_read }))
    expect(grown.filter(({ before, name, rows_read }) => rows_read > 1.2 * before + counted(name))).toEqual([])
    expect(after.filter(([, { plan }]) => fullScans(plan).length > 0)).toEqual([])
    const { listRiders } = await import('#server/riders/admin-riders.ts')
    const found = await listRiders({ query: { page: 1, q: 'example' } }, STAFF['manager of a quiet one'], call)
    expect(found).toEqual(Array.from({ length: PAGE_SIZE }, () => expect.objectContaining({ property_id: 'p2' })))
    expect(before['owner: bookings the first page']).toBeGreaterThan(50)
    expect(before['owner: books, a month']).toBeGreaterThan(1000)
    expect(before['owner: report']).toBeGreaterThan(1000)
    expect(before['manager of a quiet one: bookings the first page']).toBeGreaterThan(50)
  })

  test('cost the same with three times the riders, even if they search for words of all riders', async () => {
    const { listAllBookings } = await import('#server/bookings/admin/admin-bookings.ts')
    const searched = async () => {
      const found: [string, number][] = []
      for (const q of COMMON_WORDS) {
        const ofBookings = await measureCost(() => listAllBookings({ query: { page: 1, q } }, owner, call))
        const ofRiders = await listed({ q })
        found.push([`bookings ${q}`, ofBookings.rows_read], [`users ${q}`, ofRiders.rows_read])
      }
      return found
    }
    const few = Object.fromEntries(await searched())
    await fillRiders(MANY_RIDERS + 1, 3 * MANY_RIDERS)
    const many = await searched()
    expect(many.filter(([name, rows_read]) => rows_read > 1.05 * (few[name] ?? 0))).toEqual([])
    expect(Math.max(...many.map(([, rows_read]) => rows_read))).toBeLessThan(SEARCH_ROWS_MAX)
  })

  test('read one page of the 15,000 licences that wait at a property, by its index', async () => {
    const { listLicences } = await import('#server/review/review.ts')
    const staff = STAFF['manager of one']
    const { plan, rows_read } = await measureCost(() => listLicences({ query: {} }, staff, call))
    expect(await listLicences({ query: {} }, staff, call)).toHaveLength(PAGE_SIZE)
    expect(plan.some(step => step.includes('users_property_to_review'))).toBe(true)
    expect(rows_read).toBeLessThan(20 * PAGE_SIZE)
  })
})
