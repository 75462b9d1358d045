import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '#contract/overview/report.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { addDays, instantAt, monthAfter } from '#domain/time/india-time.ts'
import { MIDNIGHT, SECOND_MS } from '#domain/time/time-units.ts'
import { getReport } from '#server/overview/stats.ts'
import { randomFrom } from '#tests/fakes/razorpay/webhooks.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { getAs } from '#tests/model/harness/get.ts'
import { resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { ADMIN, insertProperty, insertScooter } from '#tests/model/harness/seed.ts'

// 100 months of 8,000 random rows at two properties, one of them deleted. Each figure of a report is counted again by
// SQL that asks for the month by the calendar.

startHarness()

const FIRST = '2020-02'
const MONTHS = Array.from({ length: 100 }).reduce<string[]>(
  months => [...months, monthAfter(months.at(-1) ?? '')],
  [FIRST]
)
const PROPERTIES = ['north', 'south']
const SCOOTERS = ['kept', 'later', 'deleted', 'moved']
const STATES = ['confirmed', 'confirmed', 'confirmed', 'cancelled', 'refunded', 'expired', 'released']
const ROWS = 8000
const HALF_HOUR = 1800

const startOf = (month: string) => instantAt(`${month}-01`, MIDNIGHT).getTime() / SECOND_MS
const [FROM, TO] = [startOf(FIRST), startOf(MONTHS.at(-1) ?? '')]

function fill(): void {
  const random = randomFrom(7)
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  for (const property of PROPERTIES) insertProperty(property)
  rows("UPDATE properties SET archived_at = ?1 WHERE id = 'south'", TO)
  for (const scooter of SCOOTERS) insertScooter(scooter)
  rows("UPDATE scooters SET property_id = 'north', created_at = ?1 WHERE id NOT IN ('s0', 's1')", FROM)
  rows("UPDATE scooters SET property_id = 'south' WHERE id = 'moved'")
  rows("UPDATE scooters SET created_at = ?1 WHERE id = 'later'", FROM + 40 * 86_400 + 7)
  rows("UPDATE scooters SET archived_at = ?1 WHERE id = 'deleted'", FROM + 900 * 86_400 + 11)

  /** Often near the borders of a month. */
  const start = () => {
    const border = startOf(oneOf(MONTHS)) + (below(5) - 2) * HALF_HOUR
    return below(4) === 0 ? border : FROM + below((TO - FROM) / HALF_HOUR) * HALF_HOUR
  }
  let ride: { end: number; id: string } | null = null as { end: number; id: string } | null
  for (let index = 0; index < ROWS; index += 1) {
    const id = `b${index}`
    const [state, hours] = [oneOf(STATES), 1 + below(12)]
    const extended: typeof ride = below(4) === 0 ? ride : null
    const from = extended?.end ?? start()
    const booked = from + hours * 3600
    // Some come back early, some late, so that nothing changes.
    const end = below(5) === 0 ? from + 1 + below(hours * 3600 - 1) : booked
    rows(
      `INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, plan_name,
                             start_at, end_at, booked_end_at, hours, amount, state, payment_id, created_at, updated_at)
       VALUES (?1, iif(?2 IS NULL, 'ride', 'extension'), ?2, 'r0', ?3, ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9, 50, ?10, ?11, 0, 0)`,
      id,
      extended?.id ?? null,
      oneOf(SCOOTERS),
      oneOf(PROPERTIES),
      extended ? null : oneOf([null, 'Half Day', 'Errand Run']),
      from,
      end,
      end < booked ? booked : null,
      hours,
      state,
      ['expired', 'released'].includes(state) ? null : `pay${index}`
    )
    rows(
      `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
       SELECT payment_id, id, payment_id, 'captured', ?2, 'INR', 0 FROM bookings WHERE id = ?1 AND payment_id IS NOT NULL`,
      id,
      below(10) === 0 ? 0 : below(50_000)
    )
    for (const part of [7, 31].slice(below(4)))
      rows(
        `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
         SELECT id || '-${part}', id, booking_id, paise / ${part} + 1, 'goodwill', 'due', 0 FROM payments WHERE booking_id = ?1 AND paise > 100`,
        id
      )
    if (!extended && state === 'confirmed') ride = { end, id }
  }
}

beforeAll(async () => {
  await resetHarness()
  fill()
})

async function reportOf(month: string, property_id?: string) {
  const response = await getAs(ADMIN, getReport, { query: { month, ...(property_id && { property_id }) } })
  return (await response.json()) as Report
}

/** In seconds and paise. */
const inUnits = ({ minutes, paid, refunded, rides }: Report['totals']) => ({
  paid: Math.round(paid * 100),
  refunded: Math.round(refunded * 100),
  rides,
  seconds: Math.round(minutes * 60)
})

const LOCAL = "'unixepoch', '+330 minutes'"

/** The figures of a month, by a column: each by a statement of its own. */
function countedBy(column: string, month: string, property: string | null) {
  const of = (from: string, sum: string) =>
    new Map(
      rows<{ key: string; sum: number }>(
        `SELECT ${column} AS key, ${sum} AS sum FROM ${from}
          WHERE strftime('%Y-%m', b.start_at, ${LOCAL}) = ?1 AND (?2 IS NULL OR b.property_id = ?2)
            AND b.state IN ('confirmed', 'cancelled') GROUP BY key`,
        month,
        property
      ).map(({ key, sum }) => [key, sum])
    )
  const rides = of('bookings b', "sum(b.state = 'confirmed' AND b.kind = 'ride')")
  const seconds = of('bookings b', "sum((b.state = 'confirmed') * (b.end_at - b.start_at))")
  const paid = of('payments p JOIN bookings b ON b.id = p.booking_id', 'sum(p.paise)')
  const refunded = of('refunds r JOIN bookings b ON b.id = r.booking_id', 'sum(r.paise)')
  return new Map(
    [...rides.keys()].map(key => [
      key,
      {
        paid: paid.get(key) ?? 0,
        refunded: refunded.get(key) ?? 0,
        rides: rides.get(key) ?? 0,
        seconds: seconds.get(key) ?? 0
      }
    ])
  )
}

const NONE = { paid: 0, refunded: 0, rides: 0, seconds: 0 }
/** Without the rows that have nothing. */
const filled = (entries: (readonly [string, typeof NONE])[]) =>
  Object.fromEntries(entries.filter(([, sums]) => JSON.stringify(sums) !== JSON.stringify(NONE)))

/** How long a scooter of a property existed in a month, in seconds. */
function existed(month: string, property: string | null): Record<string, number> {
  const [from, to] = [startOf(month), startOf(monthAfter(month))]
  const scooters = rows<{ archived_at: number | null; created_at: number; id: string; property_id: string }>(
    'SELECT * FROM scooters'
  )
  const own = scooters.filter(({ property_id }) => property === null || property_id === property)
  return Object.fromEntries(
    own
      .map(
        ({ archived_at, created_at, id }) => [id, Math.min(to, archived_at ?? to) - Math.max(from, created_at)] as const
      )
      .filter(([, seconds]) => seconds > 0)
  )
}

describe.each([null, ...PROPERTIES])('of property %s', property => {
  // The parts take as long as all.
  const months = MONTHS.slice(0, 100).filter((_, index) => property === null || index % 5 === 0)

  test('each month has what SQL counts, in each of its cuts', async () => {
    for (const month of months) {
      const { days, plans, scooters, totals } = await reportOf(month, property ?? undefined)
      const counted = (column: string) => filled([...countedBy(column, month, property)])
      const shown = <Row extends Report['totals']>(cut: readonly Row[], keyOf: (row: Row) => string) =>
        filled(cut.map(row => [keyOf(row), inUnits(row)] as const))
      expect(inUnits(totals), month).toEqual(countedBy("'all'", month, property).get('all') ?? NONE)
      expect(
        shown(days, ({ day }) => day),
        month
      ).toEqual(counted(`strftime('%Y-%m-%d', b.start_at, ${LOCAL})`))
      expect(
        shown(scooters, ({ id }) => id),
        month
      ).toEqual(counted('b.scooter_id'))
      expect(
        shown(plans, ({ name }) => name),
        month
      ).toEqual(counted("coalesce(b.plan_name, '')"))
      for (const cut of [days, scooters, plans])
        for (const name of ['paid', 'refunded', 'rides', 'minutes'] as const)
          expect(
            sumBy<Report['totals']>(cut, row => row[name]),
            `${name} in ${month}`
          ).toBeCloseTo(totals[name], 6)
      expect(days.map(({ day }) => day)).toEqual(days.map((_, index) => addDays(`${month}-01`, index)))
      expect(monthAfter(month)).toBe(addDays(days.at(-1)?.day ?? '', 1).slice(0, 7))
      const available = scooters
        .filter(({ available_minutes }) => available_minutes > 0)
        .map(({ available_minutes, id }) => [id, Math.round(available_minutes * 60)] as const)
      expect(Object.fromEntries(available), month).toEqual(existed(month, property))
    }
  })
})

test('a month has enough of each kind, and a scooter that is elsewhere or deleted by now only its rides', async () => {
  const { scooters, totals } = await reportOf(MONTHS[50] ?? '', 'north')
  expect(totals.rides).toBeGreaterThan(8)
  expect(totals.refunded).toBeGreaterThan(0)
  expect(scooters.map(({ available_minutes, id }) => [id, available_minutes > 0])).toEqual([
    ['deleted', false],
    ['kept', true],
    ['later', true],
    ['moved', false]
  ])
})
