import { beforeAll, describe, expect, test } from 'vitest'
import { getBooks } from '#contract/receipts/books.ts'
import { closeMonth, getMonth } from '#contract/receipts/months.ts'
import { addDays, type Day, dayOf, instantAt, monthBefore } from '#domain/time/india-time.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as booksText from '#messages/admin/books.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer, startAppWithProvider } from '#tests/helpers/servers/provider.ts'

// A month of the books and what the provider has paid out for it.

startAppWithProvider()

const owner = setUpAdmin()

const CURRENT = dayOf(new Date()).slice(0, 7)
const LAST = monthBefore(CURRENT)
/** Over for so long that it can be closed on any day. */
const MONTH = monthBefore(LAST)
const DAYS = Array.from({ length: 28 }, (_, index) => `${MONTH}-${String(index + 1).padStart(2, '0')}`)
const dayNumber = (index: number): Day => DAYS[index % DAYS.length] ?? ''
const noonOf = (day: Day) => instantAt(day, '12:00').getTime() / SECOND_MS

const PAYMENTS = 1500
const REFUNDS = 120
const paymentId = (index: number) => `pay_${String(index).padStart(4, '0')}`
/** Paid, and not in the report. */
const MISSING = paymentId(7)
const UNKNOWN = 'pay_OfAnotherProduct'

let arrivedPaise = 0
let chargedPaise = 0

const read = async (month = MONTH) => owner.call(getMonth, { params: { month } })
const closing = (shown: { arrived: number; difference: number }, note?: string) => ({
  body: { arrived: shown.arrived, difference: shown.difference, ...(note && { note }) },
  params: { month: MONTH }
})

/** The hour that has begun: each such run starts the hourly jobs. */
const runHour = () => app.runMinute(new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS))

beforeAll(async () => {
  const { id: property_id } = await insertProperty()
  const { id: scooter_id } = await insertScooter(property_id)
  const { id: user_id } = await signedInRider({ property_id })
  const start = new Date(Date.now() + HOUR_MS)
  const { id: booking_id } = await insertBooking({
    end: new Date(start.getTime() + HOUR_MS),
    scooter_id,
    start,
    state: 'expired',
    user_id
  })
  const { bank } = razorpayServer()
  const settle = (id: string, request: Parameters<typeof bank.settle>[1]) => {
    const { credit, debit } = bank.settle(id, request)
    arrivedPaise += credit - debit
    return credit - debit
  }
  const payments = Array.from({ length: PAYMENTS }, (_, index) => {
    const [amount, day] = [5000 + (index % 40) * 500, dayNumber(index)]
    const id = paymentId(index)
    if (id !== MISSING) chargedPaise += amount - settle(id, { amount, day: dayNumber(index + 1) })
    return { at: noonOf(day), id, paise: amount }
  })
  const refunds = Array.from({ length: REFUNDS }, (_, index) => {
    const { id, paise } = payments[index * 10] ?? { id: '', paise: 0 }
    settle(`rfnd_${id}`, { amount: paise, day: dayNumber(index + 2), payment_id: id })
    return { at: noonOf(dayNumber(index)), id, paise, refund: `rfnd_${id}` }
  })
  chargedPaise += 14_000 - settle(UNKNOWN, { amount: 14_000, day: dayNumber(3) })
  settle('adj_Dispute', { amount: -30_000, day: dayNumber(5), dispute_id: 'disp_1' })
  await sql(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT r.value ->> 'id', ?1, r.value ->> 'id', 'captured', r.value ->> 'paise', 'INR', r.value ->> 'at' FROM json_each(?2) r`,
    booking_id,
    JSON.stringify(payments)
  )
  await sql(
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, refund_id, processed_at, created_at)
     SELECT r.value ->> 'refund', r.value ->> 'id', ?1, r.value ->> 'paise', 'goodwill', 'processed', r.value ->> 'refund',
            r.value ->> 'at', r.value ->> 'at' FROM json_each(?2) r`,
    booking_id,
    JSON.stringify(refunds)
  )
  // All days since are read already, those of the month not yet.
  await sql(
    `WITH RECURSIVE d(day) AS (SELECT ?1 UNION ALL SELECT date(day, '+1 day') FROM d WHERE day < ?2)
     INSERT INTO payout_days (day, tried_at, read_at) SELECT day, 1, iif(day LIKE ?3, NULL, unixepoch()) FROM d`,
    `${MONTH}-01`,
    dayOf(new Date()),
    `${MONTH}%`
  )
})

describe('a month of the books', () => {
  test('cannot be closed before its payouts are read', async () => {
    const shown = await read()
    expect(shown).toMatchObject({ arrived: 0, open_because: booksText.daysUnread })
    expect(await owner.refusal(closeMonth, closing(shown, 'x'))).toMatchObject({
      detail: booksText.daysUnread,
      status: 409
    })
  })

  test('cannot be closed before its receipts are issued', async () => {
    await sql("UPDATE runs SET ended_at = 1 WHERE job = 'receipts'")
    expect(await read()).toMatchObject({ open_because: booksText.receiptsMissing })
    await sql("UPDATE runs SET ended_at = unixepoch() WHERE job = 'receipts'")
  })

  test('has the line of the bank, and names the payments that do not agree with it', async () => {
    for (let hour = 0; hour < 4; hour += 1) await runHour()
    const shown = await read()
    expect(shown).toMatchObject({
      arrived: arrivedPaise / 100,
      charged: chargedPaise / 100,
      closed_at: null,
      is_known: true,
      is_test: true,
      lists: {
        missing: { count: 1, rows: [{ amount: 85, id: MISSING, is_refund: false }], sum: 85 },
        unknown: { count: 1, rows: [{ amount: 140, id: UNKNOWN, is_refund: false }], sum: 140 },
        without_note: { count: 0, rows: [], sum: 0 }
      },
      difference: 225,
      month: MONTH,
      open_because: null,
      other: -300
    })
    expect(shown.received - shown.refunded - shown.charged + shown.other).toBeCloseTo(shown.arrived, 5)
    expect(shown.settlements).toHaveLength(28)
    expect(shown.settlements[0]).toMatchObject({ id: `setl_${MONTH}-01`, utr: `UTR${MONTH}-01` })
    const year = String(Number(MONTH.slice(0, 4)) - (MONTH.slice(5) < '04' ? 1 : 0))
    const { months } = await owner.call(getBooks, { query: { year } })
    expect(months.find(({ month }) => month === MONTH)).toMatchObject({
      arrived: shown.arrived,
      charged: shown.charged,
      charged_tax: shown.charged_tax
    })
  })

  test('is closed by an owner, with the shown sums and a reason, after the one before', async () => {
    const shown = await read()
    const manager = await signedInAdmin('manager', [])
    const input = closing(shown, 'The other payment is of our shop')
    expect(await manager.refusal(closeMonth, input)).toMatchObject({ status: 403 })
    expect(await manager.refusal(getMonth, { params: { month: MONTH } })).toMatchObject({ status: 403 })
    expect(await owner.refusal(closeMonth, closing(shown))).toMatchObject({
      detail: [{ msg: booksText.sayWhy }],
      status: 422
    })
    const other = closing({ ...shown, arrived: shown.arrived - 1 }, 'x')
    expect(await owner.refusal(closeMonth, other)).toMatchObject({ status: 409 })
    const later = { ...closing(await read(LAST), 'x'), params: { month: LAST } }
    const refused = await owner.refusal(closeMonth, later)
    // In its first days, the month before is not over for long enough.
    expect(refused).toMatchObject({ status: 409 })
    expect([booksText.closeFirst(MONTH), booksText.closableFrom(LAST, `${CURRENT}-07`)]).toContain(refused.detail)
  })

  test('does not change after it was closed, and what comes later counts for the next one', async () => {
    const shown = await read()
    const closed = await owner.call(closeMonth, closing(shown, 'The other payment is of our shop'))
    expect(closed).toEqual({ ...shown, closed_at: closed.closed_at, note: 'The other payment is of our shop' })
    expect(closed.closed_at).not.toBeNull()
    const before = (await read(LAST)).arrived
    const today = dayOf(new Date())
    razorpayServer().bank.settle(MISSING, { amount: 8500, day: today, fee: 0, settled_at: noonOf(dayNumber(27)) })
    await sql('UPDATE payout_days SET read_at = NULL WHERE day = ?', today)
    await runHour()
    expect(await owner.call(closeMonth, closing(shown, 'Again'))).toEqual(closed)
    expect(await read()).toEqual(closed)
    expect((await read(LAST)).arrived).toBe(before + 85)
    const entries = await sql("SELECT subject, detail FROM audits WHERE action = 'close_month'")
    expect(entries).toEqual([{ detail: 'The other payment is of our shop', subject: MONTH }])
  })

  test('that is not over cannot be closed, and one that is none is refused', async () => {
    const month = CURRENT
    const { open_because, ...shown } = await read(month)
    const next = `${addDays(`${month}-28`, 4).slice(0, 7)}-07`
    expect(open_because).toBe(booksText.closableFrom(month, next))
    expect(await read('2024-01')).toMatchObject({ is_known: false, open_because: booksText.payoutsUnknown })
    const input = { body: { arrived: shown.arrived, difference: shown.difference }, params: { month } }
    expect(await owner.refusal(closeMonth, input)).toMatchObject({ detail: open_because })
    for (const none of ['x', '2026', '2026-13', '2026-1'])
      expect(await owner.refusal(getMonth, { params: { month: none } })).toMatchObject({
        detail: [{ msg: booksText.chooseMonth }],
        status: 422
      })
  })
})
