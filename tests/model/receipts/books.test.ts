import { beforeAll, expect, test } from 'vitest'
import type { Books } from '#contract/receipts/books.ts'
import { exportGst, exportReceipts, getBooks } from '#server/receipts/books.ts'
import { issueReceipts } from '#server/receipts/receipts.ts'
import { GOA, KARNATAKA, startInvoicing } from '#tests/helpers/data/invoicing.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now } from '#tests/model/harness/clock.ts'
import { getAs } from '#tests/model/harness/get.ts'
import { findBrokenInvariants, resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { ADMIN, insertScooter } from '#tests/model/harness/seed.ts'

// A month of 1,500 payments and 120 refunds, at three properties: with two registrations, and with none. Each number of
// the books is counted again by SQL about the money, or by the lines of the file.

startHarness()
startInvoicing()

const MONTH = '2025-05'
const FIRST = Date.parse('2025-04-30T18:30:00Z') / 1000
const PAYMENTS = 1500
const CHOICES = { goa: GOA.gstin, karnataka: KARNATAKA.gstin, none: 'none' }

const N = 'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)'

/** Payments every half an hour, some from before receipts existed, and some that gave no ride. */
function fillMonth(): void {
  for (const [property, choice] of Object.entries(CHOICES)) {
    rows("INSERT INTO properties (id, name, location, created_at) VALUES (?1, ?1, 'L', 0)", property)
    rows(
      'INSERT INTO property_settings (property_id, gst_registration, updated_at) VALUES (?1, ?2, 0)',
      property,
      choice
    )
    insertScooter(`of ${property}`)
    rows('UPDATE scooters SET property_id = ?1, kind = ?2 WHERE id = ?3', property, 'petrol', `of ${property}`)
  }
  rows(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     ${N} SELECT 'b' || i, 'r0', 'of ' || p, 'S', p, p, at, at + 3600, 1, 50 + i % 97,
                 iif(i % 50 = 7, 'refunded', 'confirmed'), 'pay' || i, at, at
            FROM (SELECT i, CAST(?2 AS INTEGER) + i * 1780 AS at, CASE i % 3 WHEN 0 THEN 'goa' WHEN 1 THEN 'karnataka' ELSE 'none' END AS p FROM n)`,
    PAYMENTS,
    FIRST
  )
  rows(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT payment_id, id, payment_id, 'captured', amount * 100 + length(id), 'INR', created_at FROM bookings`
  )
  // 90 of rides, a part of each, and the 30 of the payments that gave none; some a month later.
  rows(
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
     SELECT 'r' || id, payment_id, id, iif(state = 'refunded', (SELECT paise FROM payments p WHERE p.id = b.payment_id), 1 + amount * 37),
            iif(state = 'refunded', 'slot_lost', 'goodwill'), 'processed', created_at + 4 * 86400
       FROM bookings b WHERE state = 'refunded' OR CAST(substr(id, 2) AS INTEGER) % 16 = 5 ORDER BY state = 'refunded' DESC, rowid LIMIT 120`
  )
  rows("UPDATE runs SET ended_at = ?1 WHERE job = 'receipts_since'", FIRST + 86_400)
  rows("UPDATE runs SET ended_at = 0 WHERE job = 'receipts'")
}

beforeAll(async () => {
  await resetHarness()
  fillMonth()
  while ((await issueReceipts(now())) > 0);
})

const sumOf = (query: string, ...values: string[]) => rows<{ sum: number | null }>(query, ...values)[0]?.sum ?? 0

const fileOf = async (response: Promise<Response>) =>
  new TextDecoder()
    .decode(await (await response).arrayBuffer())
    .trim()
    .split('\r\n')
    .map(line => line.split(','))

/** Paise of a cell with rupees. */
const paise = (cell = '') => Math.round(Number(cell) * 100)

/** In paise. */
async function months() {
  const response = await getAs(ADMIN, getBooks, { query: { year: '2025' } })
  const inPaise = (rupees: number) => Math.round(rupees * 100)
  return ((await response.json()) as Books).months.map(({ given_back, month, received, tax, without_receipt }) => ({
    given_back: inPaise(given_back),
    month,
    received: inPaise(received),
    tax: inPaise(tax),
    without_receipt: inPaise(without_receipt)
  }))
}

test('all months together are the payments less the refunds, to the paisa', async () => {
  expect((await findBrokenInvariants()).filter(broken => /receipt/.test(broken))).toEqual([])
  const found = await months()
  const total = (name: 'given_back' | 'received') => found.reduce((sum, month) => sum + month[name], 0)
  expect(rows('SELECT 1 FROM payments')).toHaveLength(PAYMENTS)
  expect(rows('SELECT 1 FROM refunds')).toHaveLength(120)
  expect(total('received')).toBe(sumOf('SELECT sum(paise) AS sum FROM payments'))
  expect(total('given_back')).toBe(sumOf('SELECT sum(paise) AS sum FROM refunds'))
  const june = found.find(({ month }) => month === '2025-06')
  expect(june?.given_back).toBe(
    sumOf("SELECT sum(paise) AS sum FROM refunds WHERE strftime('%Y-%m', created_at + 19800, 'unixepoch') = '2025-06'")
  )
  expect(june?.given_back).toBeGreaterThan(0)
})

test('what has no receipt gave no ride, or is from before', async () => {
  const may = (await months()).find(({ month }) => month === MONTH)
  expect(may?.without_receipt).toBe(
    sumOf(
      `SELECT sum(p.paise) AS sum FROM payments p JOIN bookings b ON b.id = p.booking_id
        WHERE strftime('%Y-%m', p.created_at + 19800, 'unixepoch') = '${MONTH}'
          AND (b.state = 'refunded' OR p.created_at < ${FIRST + 86_400})`
    )
  )
  expect(may?.without_receipt).toBeGreaterThan(0)
})

test('the lines of the file add up to the books', async () => {
  const [head = [], ...lines] = await fileOf(
    getAs(ADMIN, exportReceipts, { query: { from: `${MONTH}-01`, to: `${MONTH}-31` } })
  )
  expect(new Set(lines.map(([number]) => number)).size).toBe(lines.length)
  expect(lines.length).toBeGreaterThan(1000)
  const column = (name: string) => head.indexOf(name)
  const sum = (name: string, kind?: RegExp) =>
    lines
      .filter(line => !kind || kind.test(line[column('Kind')] ?? ''))
      .reduce((total, line) => total + paise(line[column(name)]), 0)
  const may = (await months()).find(({ month }) => month === MONTH)
  expect(sum('Total', /Receipt|Tax invoice/)).toBe((may?.received ?? 0) - (may?.without_receipt ?? 0))
  const refundsWithout = sumOf(
    `SELECT sum(r.paise) AS sum FROM refunds r WHERE strftime('%Y-%m', r.created_at + 19800, 'unixepoch') = '${MONTH}'
        AND NOT EXISTS (SELECT 1 FROM receipts d WHERE d.payment_id = r.payment_id)`
  )
  expect(-sum('Total', /note/)).toBe((may?.given_back ?? 0) - refundsWithout)
  expect(sum('CGST') + sum('SGST')).toBe(may?.tax)
  expect(sum('Taxable') + sum('CGST') + sum('SGST')).toBe(sum('Total'))
  expect(may?.tax).toBeGreaterThan(0)
})

test.each([GOA, KARNATAKA])(
  'the GST figures of $prefix add up to its lines, with each number once',
  async ({ gstin }) => {
    const query = { month: MONTH, registration: gstin }
    const figures = await fileOf(getAs(ADMIN, exportGst, { query }))
    const [, ...lines] = await fileOf(
      getAs(ADMIN, exportReceipts, { query: { from: `${MONTH}-01`, to: `${MONTH}-31` } })
    )
    const own = lines.filter(line => line[4] === gstin)
    const total = own.reduce((sum, line) => sum + paise(line[11]), 0)
    const section = (name: string) => figures.findIndex(([first]) => first?.replace('\uFEFF', '') === name)
    const [rates, services, documents] = ['B2C by State and rate', 'HSN/SAC', 'Document numbers'].map(section) as [
      number,
      number,
      number
    ]
    expect([rates, services, documents].every(at => at >= 0)).toBe(true)
    const sumUp = (table: string[][]) => table.reduce((sum, line) => sum + paise(line[5]), 0)
    expect(sumUp(figures.slice(rates + 2, services))).toBe(total)
    expect(sumUp(figures.slice(services + 2, documents))).toBe(total)
    const numbers = figures.slice(documents + 2).flatMap(([, first = '', last = '', count]) => {
      const [series, from] = [first.slice(0, first.lastIndexOf('/')), Number(first.split('/').at(-1))]
      const to = Number(last.split('/').at(-1))
      expect(to - from + 1).toBe(Number(count))
      return Array.from({ length: to - from + 1 }, (_, index) => `${series}/${from + index}`)
    })
    expect(numbers.sort()).toEqual(own.map(([number = '']) => number.replace('\uFEFF', '')).sort())
  }
)
