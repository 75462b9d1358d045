import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { RECEIPT_KINDS } from '#domain/receipts.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { recordProviderRefunds } from '#server/payments/refunds/refund-records.ts'
import { settle } from '#server/payments/settle.ts'
import { issueReceipts } from '#server/receipts/receipts.ts'
import { GOA, KARNATAKA, startInvoicing } from '#tests/helpers/data/invoicing.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore, injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceMinutes, now } from '#tests/model/harness/clock.ts'
import { findBrokenInvariants, resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { ask } from '#tests/model/harness/random-rides.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { clearThrottles, insertScooter, setRegistration, startReceipts } from '#tests/model/harness/seed.ts'
import { expectReceipts } from '#tests/model/simulation/receipts.ts'

startHarness()
startInvoicing()

/** Two hours before the financial year ends. */
const YEAR_END = new Date('2026-03-31T16:30:00Z')
const BIG = { max: 9999, min: 0 }

let scooters = 0
const bookings: { id: string; rows: { end_at: Date; start_at: Date } }[] = []
let payments = 0

async function pay({ id, rows: window }: (typeof bookings)[number]): Promise<string> {
  const payment = { amount: 5000, currency: 'INR', id: `pay_${++payments}` }
  await settle({ booking: { id, ...window }, now: now(), payment })
  return payment.id
}

/** A scooter of its own has no conflicts. */
async function book(n: number): Promise<void> {
  const scooter = `x${++scooters}`
  insertScooter(scooter)
  const kinds = [null, 'electric', 'petrol']
  rows('UPDATE scooters SET kind = ?1 WHERE id = ?2', kinds[n % 3] ?? null, scooter)
  const start = addMinutes(now(), 24 * 60 + scooters * 90)
  const { id, outcome } = await ask({ hours: 1, rider: 'r0', scooter: scooter as 's0', start })
  expect(outcome).toBe('held')
  const booking = { id, rows: { end_at: addMinutes(start, 60), start_at: start } }
  bookings.push(booking)
  await pay(booking)
}

const chosen = (n: number) => bookings[n % Math.max(1, bookings.length)]
const paymentOf = (id: string) =>
  rows<{ id: string; left: number }>(
    `SELECT p.id, p.paise - (SELECT coalesce(sum(paise), 0) FROM refunds WHERE payment_id = p.id) AS left
       FROM payments p JOIN bookings b ON b.payment_id = p.id WHERE b.id = ?1`,
    id
  )[0]

async function refundInDashboard(n: number): Promise<void> {
  const booking = chosen(n)
  const payment = booking && paymentOf(booking.id)
  if (!(booking && payment)) return
  const amount = [1, 7, 1234, 2500, payment.left][n % 5] ?? 1
  await recordProviderRefunds(
    { booking, now: now(), payment: { amount: 5000, currency: 'INR', id: payment.id } },
    {
      isComplete: false,
      processed: [{ amount, id: `rfnd_${n}_${++payments}`, receipt: null, reference: null, status: 'processed' }]
    }
  )
}

/** What can happen. `n` chooses of what. */
const STEPS: Record<string, (n: number) => Promise<unknown> | unknown> = {
  'a ride is booked and paid': book,
  'another ride is booked and paid': book,
  'a payment comes twice': n => chosen(n) && pay(chosen(n) as (typeof bookings)[number]),
  'the dashboard refunds a part': refundInDashboard,
  'the dashboard refunds another part': refundInDashboard,
  'an admin gives some rupees back': n => chosen(n) && calls.refundAsAdmin(chosen(n)?.id ?? '', 1 + (n % 30)),
  'an admin cancels': n => {
    const payment = paymentOf(chosen(n)?.id ?? '')
    return payment && calls.cancelAsAdmin(chosen(n)?.id ?? '', payment.left / 100)
  },
  'the property invoices otherwise': n => setRegistration([KARNATAKA.gstin, GOA.gstin, 'none', null][n % 4] ?? null),
  'minutes pass': n => advanceMinutes(1 + (n % 40)),
  'the job runs': () => issueReceipts(now()),
  'two jobs run at once': () => Promise.all([issueReceipts(now()), issueReceipts(now())]),
  'a refund comes between the reading and the writing of the job': async n => {
    changeBefore('INSERT INTO receipts', () => refundInDashboard(n))
    await issueReceipts(now())
    stopFaults()
  },
  'the job is killed': async n => {
    const error = new Error('The Worker ended')
    injectFaults(step => (step.number <= n % 4 ? null : { error, isDone: n % 2 === 0 }))
    await issueReceipts(now()).catch(() => undefined)
    stopFaults()
  }
}

async function startAt(time: Date, choice: string | null): Promise<void> {
  await resetHarness()
  bookings.length = 0
  vi.setSystemTime(time)
  startReceipts()
  setRegistration(choice)
}

const steps = fc.array(fc.record({ n: fc.integer(BIG), step: fc.constantFrom(...Object.keys(STEPS)) }), {
  maxLength: 90,
  minLength: 60
})

test('numbers have no gap, a payment has one receipt, and its notes are its refunds, whatever happens', {
  timeout: 3_600_000
}, async () => {
  const issued: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(KARNATAKA.gstin, null), async (taken, choice) => {
      await startAt(YEAR_END, choice)
      for (const { n, step } of taken) {
        clearThrottles()
        await STEPS[step]?.(n)
      }
      advanceMinutes(11)
      for (let run = 0; run < 3; run += 1) await issueReceipts(now())
      expect(await findBrokenInvariants()).toEqual([])
      for (const { kind } of expectReceipts()) {
        issued[kind] = (issued[kind] ?? 0) + 1
      }
    }),
    runCount(40, 40)
  )
  for (const kind of RECEIPT_KINDS) expect(issued[kind], kind).toBeGreaterThan(scaledCount(50))
})

describe('a receipt', () => {
  const stored = () =>
    rows<{ kind: string; number: number; series: string; tax_paise: number; tax_rate: number }>(
      'SELECT series, number, kind, tax_rate, tax_paise FROM receipts ORDER BY rowid'
    )

  test('has the tax of its day in India, and a scooter of no kind has the higher one', async () => {
    await startAt(new Date('2025-06-11T18:29:00Z'), KARNATAKA.gstin)
    await book(1)
    advanceMinutes(1)
    await book(1)
    await book(2)
    await book(3)
    await issueReceipts(now())
    expect(stored()).toMatchObject([
      { number: 1, series: 'KAI/2526', tax_paise: 762, tax_rate: 1800 },
      { number: 2, tax_paise: 238, tax_rate: 500 },
      { number: 3, tax_paise: 762, tax_rate: 1800 },
      { number: 4, tax_paise: 762, tax_rate: 1800 }
    ])
  })

  test('has no tax before the first rate, or where the registration is gone', async () => {
    await startAt(new Date('2024-12-31T18:29:00Z'), KARNATAKA.gstin)
    await book(1)
    await issueReceipts(now())
    advanceMinutes(1)
    await book(1)
    setRegistration('27AAPFU0939F1ZV')
    await issueReceipts(now())
    expect(stored()).toMatchObject([
      { kind: 'receipt', series: 'R/2425', tax_paise: 0 },
      { kind: 'receipt', series: 'R/2425', tax_paise: 0 }
    ])
  })

  test('does not change when its scooter, its property or the taxes do', async () => {
    await startAt(YEAR_END, KARNATAKA.gstin)
    await book(1)
    await issueReceipts(now())
    const before = rows('SELECT * FROM receipts')
    rows("UPDATE scooters SET kind = 'petrol', name = 'x'")
    setRegistration('none')
    await refundInDashboard(2)
    await issueReceipts(now())
    expect(rows('SELECT * FROM receipts').slice(0, 1)).toEqual(before)
    expect(stored()).toMatchObject([{ kind: 'invoice' }, { kind: 'credit_note', series: 'KAC/2526', tax_rate: 500 }])
  })

  test('gets one note for two refunds of a minute, with the time of the last one', async () => {
    await startAt(YEAR_END, null)
    await book(1)
    await issueReceipts(now())
    const ride = bookings[0]?.id ?? ''
    await calls.refundAsAdmin(ride, 10)
    advanceMinutes(1)
    await calls.refundAsAdmin(ride, 5)
    await issueReceipts(now())
    expect(rows('SELECT paise, issued_at FROM receipts ORDER BY rowid')).toMatchObject([
      { paise: 5000 },
      { issued_at: now().getTime() / 1000, paise: 1500 }
    ])
  })

  test('is not given for a payment from before', async () => {
    await startAt(YEAR_END, null)
    await book(1)
    advanceMinutes(1)
    startReceipts()
    await book(2)
    await refundInDashboard(0)
    await issueReceipts(now())
    expect(stored()).toMatchObject([{ kind: 'receipt', number: 1 }])
    advanceMinutes(60)
    await issueReceipts(now())
    expect(stored()).toHaveLength(1)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('is given also if no job has run for days', async () => {
    await startAt(YEAR_END, null)
    await book(1)
    advanceMinutes(5 * 24 * 60)
    await book(1)
    await issueReceipts(now())
    expect(stored()).toMatchObject([{ series: 'R/2526' }, { series: 'R/2627' }])
  })
})
