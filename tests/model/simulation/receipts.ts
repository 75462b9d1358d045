import fc from 'fast-check'
import { expect } from 'vitest'
import { issueReceipts } from '#server/receipts/receipts.ts'
import { GOA, KARNATAKA } from '#tests/helpers/data/invoicing.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { now } from '#tests/model/harness/clock.ts'
import { SCOOTERS, setRegistration } from '#tests/model/harness/seed.ts'
import { unconditional } from './command.ts'

// The job that issues receipts, at bad moments, and what must be true of all that it has issued.

/** Two overlapping runs read the same, and then insert. */
const twoRuns = unconditional('two runs issue receipts at once', async () => {
  await Promise.all([issueReceipts(now()), issueReceipts(now())])
})

/** The Worker ends at a call to the database, done or not. */
const killedRun = ({ isDone, number }: { isDone: boolean; number: number }) =>
  unconditional(`a run is killed ${isDone ? 'after' : 'before'} call ${number}`, async () => {
    injectFaults(step => (step.number < number ? null : { error: new Error('The Worker ended'), isDone }))
    await issueReceipts(now()).catch(() => undefined)
    stopFaults()
  })

const choose = (choice: string | null) =>
  unconditional(`the property invoices by ${choice}`, () => void setRegistration(choice))

const setKind = ({ kind, scooter }: { kind: string | null; scooter: string }) =>
  unconditional(`${scooter} is ${kind}`, () => {
    rows('UPDATE scooters SET kind = ?1 WHERE id = ?2', kind, scooter)
  })

export const receipts = [
  fc.constant(twoRuns),
  fc.record({ isDone: fc.boolean(), number: fc.integer({ max: 4, min: 1 }) }).map(killedRun),
  fc.constantFrom(KARNATAKA.gstin, GOA.gstin, 'none', null).map(choose),
  fc.record({ kind: fc.constantFrom('electric', 'petrol', null), scooter: fc.constantFrom(...SCOOTERS) }).map(setKind)
]

interface Stored {
  issued_at: number
  kind: string
  number: number
  paise: number
  payment_id: string
  registration: string | null
  series: string
  tax_paise: number
  tax_rate: number
}

const PREFIXES: Record<string, string> = { [GOA.gstin]: GOA.prefix, [KARNATAKA.gstin]: KARNATAKA.prefix }
const LETTERS: Record<string, string> = { credit_note: 'C', invoice: 'I', receipt: 'R', refund_note: 'N' }

/** Of India, from April on, not by the code that is tested. */
function expectedSeries({ issued_at, kind, registration }: Stored): string {
  const there = new Date(issued_at * 1000 + 330 * 60_000)
  const first = (there.getUTCFullYear() % 100) - (there.getUTCMonth() < 3 ? 1 : 0)
  return `${PREFIXES[registration ?? ''] ?? ''}${LETTERS[kind]}/${first}${first + 1}`
}

/** Half of the tax is a whole number of paise: the largest that is at most half of the amount less the rounded rest. */
function expectedTax(paise: number, rate: number): number {
  let half = 0
  const taxable = Number((BigInt(paise) * 20_000n + BigInt(10_000 + rate)) / (2n * BigInt(10_000 + rate)))
  while (2 * (half + 1) <= paise - taxable) half += 1
  return half * 2
}

const sumOf = (stored: readonly { paise: number }[]) => stored.reduce((sum, { paise }) => sum + paise, 0)

/** What was issued, counted without the code that issues it. Returns it. */
export function expectReceipts(): Stored[] {
  const stored = rows<Stored>('SELECT * FROM receipts')
  for (const receipt of stored) expect(receipt.series).toBe(expectedSeries(receipt))
  for (const [series, issued] of Object.entries(Object.groupBy(stored, ({ series }) => series))) {
    const numbers = issued?.map(({ number }) => number).toSorted((one, other) => one - other)
    expect(numbers, `the numbers of ${series}`).toEqual(Array.from({ length: numbers?.length ?? 0 }, (_, n) => n + 1))
  }
  const paid = rows<{ created_at: number; id: string; is_ride: 0 | 1; paise: number }>(
    `SELECT p.id, p.paise, p.created_at, coalesce(b.payment_id = p.id AND p.paise > 0 AND b.state IN ('confirmed', 'cancelled'), 0) AS is_ride
       FROM payments p JOIN bookings b ON b.id = p.booking_id WHERE p.status = 'captured'`
  )
  for (const { created_at, id, is_ride, paise } of paid) {
    const [first, ...notes] = stored
      .filter(({ payment_id }) => payment_id === id)
      .toSorted((one, other) => Number(one.kind.endsWith('note')) - Number(other.kind.endsWith('note')))
    if (!is_ride) {
      expect(first, 'a payment that gave no ride has a receipt').toBe(undefined)
      continue
    }
    expect(first, 'a payment has no receipt').toMatchObject({ issued_at: created_at, paise })
    const { kind, registration, tax_paise, tax_rate } = first as Stored
    expect(kind).toBe(registration === null ? 'receipt' : 'invoice')
    expect(tax_rate > 0).toBe(registration !== null)
    expect(tax_paise).toBe(expectedTax(paise, tax_rate))
    const refunds = rows<{ created_at: number; paise: number }>('SELECT * FROM refunds WHERE payment_id = ?1', id)
    expect(sumOf(notes), 'the notes are not the refunds').toBe(sumOf(refunds))
    const taxes = notes.reduce((sum, note) => sum + note.tax_paise, 0)
    expect(taxes, 'the taxes of the notes').toBe(expectedTax(sumOf(refunds), tax_rate))
    for (const note of notes) {
      expect(note).toMatchObject({ kind: kind === 'invoice' ? 'credit_note' : 'refund_note', registration, tax_rate })
      expect(refunds.map(refund => refund.created_at)).toContain(note.issued_at)
    }
  }
  expect(stored.filter(({ payment_id }) => !paid.some(({ id }) => id === payment_id))).toEqual([])
  return stored
}
