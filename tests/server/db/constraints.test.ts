import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alerts, failing_items, runs } from '#server/db/schema/cron.ts'
import { disputes, payments, refunds, sandbox_payments } from '#server/db/schema/payments.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

// What the database itself rejects, whichever code writes.

startApp()

const CHECK = 'CHECK constraint failed'
const REFERENCE = 'FOREIGN KEY constraint failed'
const UNIQUE = 'UNIQUE constraint failed'

let booking: string
let otherScooter: string
let scooter: string

beforeAll(async () => {
  const rider = await signedInRider()
  const [first, other] = [await insertScooter(rider.property_id), await insertScooter(rider.property_id)]
  const [start, end] = [new Date('2026-01-05T04:30:00Z'), new Date('2026-01-05T05:30:00Z')]
  scooter = first.id
  otherScooter = other.id
  booking = (await insertBooking({ end, scooter_id: scooter, start, user_id: rider.id })).id
})

type Row = Record<string, number | string | null>

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
  await sql(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`, ...Object.values(row))
}

/** One row of each table, as our code writes it. */
const rowsOf = (): Record<string, Row> => ({
  alerts: { changed_at: 0, checks: '[]', due_at: 0, id: 'a', previous: 'ok', state: 'sent', status: 'attention' },
  disputes: {
    booking_id: booking,
    created_at: 0,
    currency: 'INR',
    dispute_id: 'disp_1',
    paise: 5000,
    paise_deducted: 0,
    payment_id: `pay-${booking}`,
    phase: 'chargeback',
    reason: '',
    status: 'open',
    told_at: 0
  },
  failing_items: { failing_since: 0, id: 'x', list: 'orders', retry_at: 0 },
  payments: { booking_id: booking, created_at: 0, id: 'a', payment_id: 'b', status: 'failed' },
  refunds: {
    booking_id: booking,
    created_at: 0,
    id: 'r',
    paise: 5000,
    payment_id: `pay-${booking}`,
    reason: 'cancelled',
    status: 'processed'
  },
  runs: { ended_at: 0, job: 'invariants', troubles: 0 },
  sandbox_payments: { amount: 5000, created_at: 0, id: 'pay_1', order_id: 'order_1', status: 'captured' },
  slot_claims: { booking_id: booking, cell: 1, scooter_id: scooter },
  uploads: { claimed_at: 0, content_type: 'image/png', created_at: 0, id: 'u', kind: 'image', path: 'images/u.png' }
})

async function put(table: string, different: Row = {}): Promise<void> {
  await insert(table, { ...rowsOf()[table], ...different })
}

describe('the database', () => {
  beforeAll(() => insert('sandbox_orders', { amount: 5000, created_at: 0, id: 'order_1', receipt: booking }))

  test.each([
    ['a claim on another scooter than the booking’s', 'slot_claims', () => ({ scooter_id: otherScooter }), REFERENCE],
    ['a claim without a booking', 'slot_claims', () => ({ booking_id: 'nobody' }), REFERENCE],
    ['a refund of a payment that does not exist', 'refunds', () => ({ payment_id: 'pay_unknown' }), REFERENCE],
    ['a captured payment under another id than the provider’s', 'payments', () => ({ status: 'captured' }), CHECK],
    [
      'a captured payment without the provider’s id',
      'payments',
      () => ({ payment_id: null, status: 'captured' }),
      CHECK
    ]
  ])('rejects %s', async (_, table, different, why) => {
    await expect(put(table, different())).rejects.toThrow(why)
  })

  test('rejects a second upload with the same path', async () => {
    await put('uploads')
    await expect(put('uploads', { id: 'v' })).rejects.toThrow(UNIQUE)
    await sql("DELETE FROM uploads WHERE id = 'u'")
  })

  const CHECKED = [
    [alerts, 'previous'],
    [alerts, 'state'],
    [alerts, 'status'],
    [disputes, 'status'],
    [failing_items, 'list'],
    [payments, 'status'],
    [refunds, 'reason'],
    [refunds, 'status'],
    [runs, 'job'],
    [sandbox_payments, 'status'],
    [uploads, 'kind']
  ] as const

  /** The words that the schema allows. The migrated table must allow the same ones. */
  function allowedValues(table: SQLiteTable, column: string): string[] {
    const { columns } = getTableConfig(table)
    return columns.find(({ name }) => name === column)?.enumValues ?? []
  }

  describe.each(CHECKED.map(([table, column]) => ({ column, table, name: getTableConfig(table).name })))(
    'the column $column of $name',
    ({ column, name, table }) => {
      test('rejects a word that is not in the schema', async () => {
        for (const value of ['', 'Captured', 'odd']) {
          await expect(put(name, { [column]: value }), value).rejects.toThrow(CHECK)
        }
      })

      test('accepts every word of the schema: a new word needs a migration', async () => {
        const values = allowedValues(table, column)
        expect(values.length).toBeGreaterThan(1)
        for (const value of values) {
          await sql(`DELETE FROM ${name}${name === 'payments' ? " WHERE id = 'a'" : ''}`)
          await put(name, { [column]: value, ...(value === 'captured' && name === 'payments' && { payment_id: 'a' }) })
        }
        await sql(`DELETE FROM ${name}${name === 'payments' ? " WHERE id = 'a'" : ''}`)
      })
    }
  )
})
