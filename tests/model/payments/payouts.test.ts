import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_SECONDS, HOUR_MINUTES } from '#domain/time/time-units.ts'
import { readRows, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import * as month from '#server/payments/payouts.ts'
import type { Fault } from '#tests/fakes/razorpay/faults.ts'
import { randomFrom } from '#tests/fakes/razorpay/webhooks.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { advanceMinutes, now } from '#tests/model/harness/clock.ts'
import { bank, emptyTables, faults, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { runCount } from '#tests/model/harness/runs.ts'
import { confirmedSample, paymentIn } from '#tests/model/harness/sample-bookings.ts'

// What the provider pays out, over half-years with late rows, outages and closings.

startHarnessForEachTest()
beforeEach(() => emptyTables('books', 'payouts', 'payout_days', 'failing_items'))

const read = () => month.readPayouts(now())
const afterHours = async (hours: number) => {
  advanceMinutes(hours * HOUR_MINUTES)
  return read()
}
const dayAgo = (count: number) => addDays(dayOf(now()), -count)
const stored = () => rows<{ entity_id: string; utr: string | null }>('SELECT * FROM payouts ORDER BY entity_id')
const ids = () => stored().map(({ entity_id }) => entity_id)
const unreadDays = () => rows<{ day: Day }>('SELECT day FROM payout_days WHERE read_at IS NULL').map(({ day }) => day)
const requests = () => faults().requestsOf('settlementRecon')

describe('the report of payouts', () => {
  test('begins five days back', async () => {
    expect(await read()).toBe(6)
    expect(requests().map(({ query }) => `${query.year}-${query.month}-${query.day}`)).toEqual(
      [5, 4, 3, 2, 1, 0].map(dayAgo)
    )
  })

  test.each([499, 500, 501, 1000])('of %i rows is read to its end', async count => {
    for (let index = 0; index < count; index += 1) bank().settle(`pay_${index}`, { amount: 100, day: dayAgo(0) })
    await read()
    expect(ids()).toHaveLength(count)
  })

  test('is read again for five days, so that late rows and late UTRs are not lost', async () => {
    const settled = bank().settle('pay_early', { amount: 5000, day: dayAgo(0), utr: null })
    await read()
    expect(stored()).toMatchObject([{ entity_id: 'pay_early', utr: null }])
    settled.settlement_utr = 'UTR1'
    const day = dayAgo(0)
    bank().settle('pay_late', { amount: 5000, day })
    expect(await afterHours(19)).toBe(1)
    await afterHours(1)
    expect(stored()).toMatchObject([{ utr: 'UTR1' }, { entity_id: 'pay_late' }])
    for (let days = 0; days < 3; days += 1) await afterHours(24)
    expect(day).toBe(dayAgo(4))
    bank().settle('pay_last', { amount: 5000, day })
    await afterHours(24)
    expect(ids()).toEqual(['pay_early', 'pay_last', 'pay_late'])
    const before = requests().length
    await afterHours(24)
    expect(
      requests()
        .slice(before)
        .map(({ query }) => query.day)
    ).not.toContain(day.slice(8))
  })

  test('is not lost in an outage of six days, and the days before it are read again', async () => {
    await read()
    bank().settle('pay_same_day', { amount: 5000, day: dayAgo(0) })
    faults().fail('settlementRecon', 'error')
    for (let hour = 0; hour < 6 * 24; hour += 8) {
      bank().settle(`pay_${hour}`, { amount: 5000, day: dayAgo(0) })
      expect(await afterHours(8)).toBe(0)
    }
    faults().clear()
    while (unreadDays().length > 0) await afterHours(1)
    expect(ids()).toHaveLength(1 + 6 * 3)
  })

  test('is not lost either if the cron itself stood still', async () => {
    await read()
    bank().settle('pay_same_day', { amount: 5000, day: dayAgo(0) })
    advanceMinutes(9 * 24 * HOUR_MINUTES)
    await read()
    await afterHours(1)
    expect(ids()).toEqual(['pay_same_day'])
  })

  test.each<Fault>(['error', 'malformed', 'busy', 'unexpected', 'lost'])(
    'that fails (%s) ends the run after two days, and the next hour tries again',
    async fault => {
      bank().settle('pay_1', { amount: 5000, day: dayAgo(3) })
      faults().fail('settlementRecon', fault)
      expect(await read()).toBe(0)
      expect(new Set(requests().map(({ query }) => query.day)).size).toBe(fault === 'busy' ? 1 : 2)
      expect(ids()).toEqual([])
      faults().clear()
      expect(await afterHours(1)).toBe(6)
      expect(ids()).toEqual(['pay_1'])
    }
  )

  test('with items that cannot be read keeps their days unread, and the others are read', async () => {
    const items = [5, 4, 3].map(day => bank().settle(`pay_${day}`, { amount: 5000, day: dayAgo(day) }))
    const setSettlement = (settlement_id: string | null) => {
      for (const item of items) Object.assign(item, { settlement_id })
    }
    setSettlement(null)
    expect(await read()).toBe(3)
    expect(unreadDays()).toEqual([5, 4, 3].map(dayAgo))
    setSettlement('setl_1')
    await afterHours(1)
    expect(ids()).toEqual(['pay_3', 'pay_4', 'pay_5'])
  })
})

// Random half-years.

const DAYS = 182
const UPGRADE_DAY = 9
const OUTAGE_DAYS = 6
const LATE_DAYS = 5
/** A month can be closed from this day of the next one on. */
const CLOSABLE_DAY = '07'

interface Range {
  closableAt: number
  from: number
  month: string
  nextDay: Day
  to: number
}

function rangeOf(month: string): Range {
  const nextDay = `${addDays(`${month}-28`, 4).slice(0, 7)}-01`
  const seconds = (day: Day) => secondsOf(instantAt(day, '00:00'))
  return {
    closableAt: seconds(`${nextDay.slice(0, 7)}-${CLOSABLE_DAY}`),
    from: seconds(`${month}-01`),
    month,
    nextDay,
    to: seconds(nextDay)
  }
}

const firstRead = () => {
  const [{ day = null } = {}] = rows<{ day: Day | null }>('SELECT min(day) AS day FROM payout_days')
  return day === null ? null : secondsOf(instantAt(day, '00:00'))
}

async function readMonth(range: Range) {
  const { closableAt: _, month: __, nextDay: ___, ...spans } = range
  const params = { ...spans, first: firstRead(), late: secondsOf(now()) - LATE_DAYS * DAY_SECONDS }
  return readRows<{
    missing: month.ListedRow
    settlements: month.Settlement
    sums: month.PayoutSums & { count: number }
    unknown: month.ListedRow
  }>(
    {
      missing: month.SELECT_MISSING,
      settlements: month.SELECT_SETTLEMENTS,
      sums: month.SELECT_SUMS,
      unknown: month.SELECT_UNKNOWN
    },
    params
  )
}

type MonthRead = Awaited<ReturnType<typeof readMonth>>

async function close(range: Range, { missing, sums: [sums], unknown }: MonthRead): Promise<boolean> {
  const difference = (missing[0]?.sum ?? 0) + (unknown[0]?.sum ?? 0)
  const params = { ...range, admin: 'a0', arrived: sums?.arrived ?? 0, count: sums?.count ?? 0, now: secondsOf(now()) }
  const figures = JSON.stringify(sums)
  const before = closedMonths().length
  const issueUntil = (seconds: number) => rows("UPDATE runs SET ended_at = ?1 WHERE job = 'receipts'", seconds)
  issueUntil(range.to - 1)
  await runIdempotent([month.CLOSE_MONTH], { ...params, difference, figures, note: null })
  expect(closedMonths()).toHaveLength(before)
  issueUntil(params.now)
  await runIdempotent([month.CLOSE_MONTH], { ...params, difference, figures, note: null })
  return closedMonths().length > before
}

const closedMonths = () => rows<{ figures: string; month: string }>('SELECT month, figures FROM books ORDER BY month')

// The independent pass: plain loops over all rows.

interface PayoutRow {
  counted_at: number
  credit: number
  debit: number
  entity_id: string
  paise: number
  payment_id: string | null
  tax: number
  type: string
}
interface PaymentRow {
  created_at: number
  id: string
  paise: number
}
interface RefundRow {
  id: string
  paise: number
  payment_id: string
  processed_at: number | null
  refund_id: string | null
  status: string
}

const total = <Row>(all: readonly Row[], paiseOf: (row: Row) => number) =>
  all.reduce((sum, row) => sum + paiseOf(row), 0)

function independentPass({ from, to }: Range) {
  const all = rows<PayoutRow>('SELECT * FROM payouts')
  const payments = rows<PaymentRow>("SELECT * FROM payments WHERE status = 'captured'")
  const refunds = rows<RefundRow>('SELECT * FROM refunds')
  const late = secondsOf(now()) - LATE_DAYS * DAY_SECONDS
  const first = firstRead() ?? Number.POSITIVE_INFINITY
  const counted = all.filter(({ counted_at }) => counted_at >= from && counted_at < to)
  const paidOut = (id: string) =>
    total(
      all.filter(({ payment_id, type }) => type === 'refund' && payment_id === id),
      ({ paise }) => paise
    )
  const sent = refunds.filter(
    ({ processed_at, refund_id, status }) =>
      status === 'processed' &&
      refund_id !== null &&
      processed_at !== null &&
      processed_at >= first &&
      processed_at < late
  )
  const sumOf = (of: readonly RefundRow[], id: string) =>
    total(
      of.filter(({ payment_id }) => payment_id === id),
      ({ paise }) => paise
    )
  const unknown = new Map<string, number>()
  const add = (list: Map<string, number>, id: string, paise: number) => paise !== 0 && list.set(`${id} ${paise}`, paise)
  for (const { entity_id, paise, payment_id, type } of counted) {
    if (type === 'payment') add(unknown, entity_id, paise - (payments.find(({ id }) => id === entity_id)?.paise ?? 0))
    if (type === 'refund' && payment_id)
      add(unknown, `refund of ${payment_id}`, Math.max(0, paidOut(payment_id) - sumOf(refunds, payment_id)))
  }
  const missing = new Map<string, number>()
  for (const { created_at, id, paise } of payments) {
    const isHere = created_at >= Math.max(from, first) && created_at < Math.min(to, late)
    if (isHere && !all.some(({ entity_id }) => entity_id === id)) add(missing, id, paise)
  }
  for (const { payment_id, processed_at } of sent) {
    const isHere = (processed_at ?? 0) >= Math.max(from, first) && (processed_at ?? 0) < to
    if (isHere) add(missing, `refund of ${payment_id}`, Math.max(0, sumOf(sent, payment_id) - paidOut(payment_id)))
  }
  return { counted, missing, unknown }
}

const asTexts = (list: readonly month.ListedRow[]) =>
  list.map(({ id, is_refund, paise }) => `${is_refund ? 'refund of ' : ''}${id} ${paise}`)

/** The lists of the month are those of the other pass. Returns how many rows they have. */
async function expectSameLists(range: Range): Promise<number> {
  const { missing, sums, unknown } = await readMonth(range)
  const pass = independentPass(range)
  for (const [list, expected] of [
    [missing, pass.missing],
    [unknown, pass.unknown]
  ] as const) {
    expect(expected.size).toBeLessThanOrEqual(50)
    expect(asTexts(list).toSorted()).toEqual([...expected.keys()].toSorted())
    expect(list[0]?.sum ?? 0).toBe(total([...expected.values()], Math.abs))
    expect(list[0]?.count ?? 0).toBe(expected.size)
  }
  const [{ arrived = 0, charged = 0, other = 0, received = 0, refunded = 0 } = {}] = sums
  expect(arrived).toBe(total(pass.counted, ({ credit, debit }) => credit - debit))
  expect(received - refunded - charged + other).toBe(arrived)
  return pass.missing.size + pass.unknown.size
}

/** A row of the provider's report that comes on its day, or up to three days later. */
interface Report {
  at: Day
  settle: () => void
}

interface HalfYear {
  closed: number
  /** Because it is not over, a day is unread, or the month before is open. */
  early: number
  listed: number
  refusedClosings: number
}

async function livesHalfYear(seed: number): Promise<HalfYear> {
  const random = randomFrom(seed)
  const chance = (part: number) => random() < part
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const sample = await confirmedSample()
  const { id: paid } = paymentIn(sample)
  const [{ booking_id = '' } = {}] = rows<{ booking_id: string }>('SELECT booking_id FROM payments WHERE id = ?', paid)
  rows('DELETE FROM payments')
  let reports: Report[] = []
  const seen: HalfYear = { closed: 0, early: 0, listed: 0, refusedClosings: 0 }
  const snapshots = new Map<string, string>()
  let outage = between(10, 60)
  let stillUntil = UPGRADE_DAY
  let number = 0

  const report = (day: Day, settle: () => unknown) =>
    reports.push({ at: chance(0.15) ? addDays(day, between(1, 3)) : day, settle })

  const settled = (id: string, request: Partial<Parameters<ReturnType<typeof bank>['settle']>[1]>) => {
    const day = addDays(dayOf(now()), between(1, 3))
    const fee = chance(0.5) ? between(0, 20) : undefined
    // A report of UTC's day has the night of India's next day.
    const settled_at =
      secondsOf(instantAt(day, '00:00')) + (chance(0.2) ? between(86_400, 100_000) : between(0, 86_399))
    report(day, () =>
      bank().settle(id, {
        day,
        settled_at,
        ...(fee !== undefined && { fee }),
        ...(chance(0.2) && { utr: null }),
        ...request
      })
    )
  }

  function pay(): void {
    number += 1
    const id = `pay_${String(number).padStart(4, '0')}`
    const paise = between(50, 900) * 100
    const at = secondsOf(now()) + between(0, 20_000)
    const isOurs = !chance(0.02)
    if (isOurs) {
      rows(
        `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
         VALUES (?1, ?2, ?1, 'captured', ?3, 'INR', ?4)`,
        id,
        booking_id,
        paise,
        at
      )
    }
    if (!chance(0.03)) settled(id, { amount: chance(0.01) ? paise - 100 : paise })
    if (isOurs && chance(0.15)) refund(id, paise)
    if (chance(0.05))
      settled(`adj_${id}`, { amount: between(-300, 300) * 100, dispute_id: 'disp_1', fee: 0, payment_id: id })
  }

  function refund(payment: string, paise: number): void {
    const refund_id = `rfnd_${payment}`
    const part = chance(0.5) ? paise : Math.floor(paise / 3)
    const insert = (id: string, of: number, provider: string | null, status = 'processed') =>
      rows(
        `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, refund_id, processed_at, created_at)
         VALUES (?1, ?2, ?3, ?4, 'goodwill', ?5, ?6, ?7, ?7)`,
        id,
        payment,
        booking_id,
        of,
        status,
        provider,
        secondsOf(now()) + between(0, 3 * 86_400)
      )
    // By hand; never sent; in two rows that share a refund; or as usual.
    if (chance(0.1)) return void insert(`${payment}-hand`, part, null)
    if (chance(0.1)) return void insert(`${payment}-due`, part, null, 'due')
    if (chance(0.2)) {
      insert(`${payment}-a`, Math.floor(part / 2), refund_id)
      insert(`${payment}-b`, part - Math.floor(part / 2), refund_id)
    } else insert(`${payment}-c`, part, refund_id)
    if (!chance(0.05)) settled(refund_id, { amount: part, payment_id: payment })
    if (chance(0.1)) settled(`${refund_id}-more`, { amount: 700, payment_id: payment })
  }

  /** By the rules alone: it is over for a while, all is read, and the month before is closed. */
  function isClosable({ closableAt, month: key, nextDay }: Range): boolean {
    const days = rows<{ day: Day; read_at: number | null }>('SELECT day, read_at FROM payout_days ORDER BY day')
    const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))]
    const before = months.filter(each => each < key)
    return (
      secondsOf(now()) >= closableAt &&
      months.includes(key) &&
      days.some(({ day }) => day >= nextDay) &&
      days.every(({ day, read_at }) => day >= nextDay || read_at !== null) &&
      before.every(each => snapshots.has(each))
    )
  }

  async function closeMonths(): Promise<void> {
    const today = dayOf(now())
    const [current, last] = [today.slice(0, 7), addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)]
    const open = [current, last, addDays(`${last}-01`, -1).slice(0, 7)].filter(each => !snapshots.has(each))
    const key = open[between(0, open.length - 1)]
    if (key === undefined) return
    const range = rangeOf(key)
    seen.listed += await expectSameLists(range)
    const shown = await readMonth(range)
    const expected = isClosable(range)
    if (expected && chance(0.5)) {
      // A row arrives between what is shown and the press.
      const amount = chance(0.3) ? 0 : between(1, 9) * 100
      number += 1
      const id = `adj_${number}`
      bank().settle(id, { amount, day: today, settled_at: range.to - between(1, 9999) })
      advanceMinutes(21 * HOUR_MINUTES)
      await read()
      if (ids().includes(id)) {
        expect(await close(range, shown)).toBe(false)
        seen.refusedClosings += 1
      }
      return
    }
    expect(await close(range, shown)).toBe(expected)
    if (!expected) {
      seen.early += 1
      return
    }
    snapshots.set(key, closedMonths().find(({ month: each }) => each === key)?.figures ?? '')
    seen.closed += 1
    expect(await close(range, await readMonth(range))).toBe(false)
  }

  for (let day = 0; day < DAYS; day += 1) {
    for (let count = between(0, 4); count > 0; count -= 1) pay()
    if (day === outage)
      faults().fail('settlementRecon', (['error', 'busy', 'malformed'] as const)[between(0, 2)] ?? 'error')
    if (day === outage + OUTAGE_DAYS) {
      faults().clear()
      outage = day + between(10, 60)
    }
    for (const { settle } of reports.filter(({ at }) => at <= dayOf(now()))) settle()
    reports = reports.filter(({ at }) => at > dayOf(now()))
    // Payouts are read since an upgrade; sometimes the cron stands still.
    if (chance(0.02)) stillUntil = day + between(1, 9)
    if (day >= stillUntil) await read()
    if (day >= stillUntil && chance(0.05)) await read()
    if (chance(0.35)) await closeMonths()
    advanceMinutes(24 * HOUR_MINUTES - between(0, 90))
  }
  // What is left comes, and all is read.
  faults().clear()
  advanceMinutes(24 * HOUR_MINUTES)
  for (const { settle } of reports) settle()
  for (let rest = 0; rest < 4; rest += 1) await afterHours(21)
  expect(unreadDays()).toEqual([])

  await expectSameLists(rangeOf(dayOf(now()).slice(0, 7)))
  for (const [key, figures] of snapshots) {
    const { sums } = await readMonth(rangeOf(key))
    expect(JSON.stringify(sums[0])).toBe(figures)
  }
  // What was reported before the first day that was read is not known.
  const known = [...bank().settlements].filter(
    ([day]) => day >= (rows<{ day: Day }>('SELECT min(day) AS day FROM payout_days')[0]?.day ?? '')
  )
  const net = ({ credit, debit }: { credit: number; debit: number }) => credit - debit
  expect(total(rows<PayoutRow>('SELECT * FROM payouts'), net)).toBe(
    total(
      known.flatMap(([, all]) => all),
      net
    )
  )
  return seen
}

describe('half-years of payouts', () => {
  test('close into months that never change, whose sums are the reports and whose lists are those of another pass', async () => {
    const { numRuns, seed = Date.now() } = runCount(3)
    const seen: HalfYear = { closed: 0, early: 0, listed: 0, refusedClosings: 0 }
    for (let run = 0; run < numRuns; run += 1) {
      emptyTables('books', 'payouts', 'payout_days', 'failing_items')
      const found = await livesHalfYear(seed + run)
      for (const name of ['closed', 'early', 'listed', 'refusedClosings'] as const) seen[name] += found[name]
    }
    expect(seen.closed).toBeGreaterThan(numRuns * 2)
    expect(seen.listed).toBeGreaterThan(0)
    expect(seen.refusedClosings).toBeGreaterThan(0)
  })
})
