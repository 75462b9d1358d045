import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { DELETED_WITH_RIDER, FORGOTTEN } from '#server/db/schema/riders.ts'
import { read } from './source-files.ts'

// Every column that may hold something of a rider is marked in server/db/schema/riders.ts, or excused here. Every table
// with rows of a rider is in the file that the rider can download (server/riders/export.ts), or excused here.

const SCHEMA = import.meta.glob<Record<string, unknown>>('../../src/server/db/schema/*.ts', { eager: true })

/** Numbers, times, switches and words of a list say nothing of a person by themselves, except in the person's own row. */
const isExcusedByKind = (
  table: string,
  { columnType, enumValues = [] }: { columnType: string; enumValues?: unknown[] }
) => table !== 'users' && (enumValues.length > 0 || !/^SQLite(Text|Custom)/.test(columnType))

/** An id leads to nobody once the rider's own row is empty. */
const isId = (name: string) => /^(id|jti)$|_id$/.test(name)

const EXCUSED: Record<string, readonly string[]> = {
  'Of the account, without the person': [
    'users.are_words_folded',
    'users.created_at',
    'users.deleted_at',
    'users.deletion_asked_at',
    'users.license_revision',
    'users.reminders',
    'users.token_version'
  ],
  'The fleet and its rules, and copies of them': [
    'bookings.plan_name',
    'bookings.property_name',
    'bookings.scooter_name',
    'bookings.terms',
    'pin_changes.new_pin',
    'pricing_plans.available_days',
    'pricing_plans.name',
    'properties.image_url',
    'properties.location',
    'properties.name',
    'properties.parking_note',
    'property_settings.closed_dates',
    'property_settings.closes_at',
    'property_settings.gst_registration',
    'property_settings.join_code',
    'property_settings.opens_at',
    'property_settings.pause_note',
    'property_settings.support_phone',
    'property_settings.weekday_hours',
    'receipts.facts',
    'receipts.registration',
    'receipts.series',
    'scooter_papers.expires_on',
    'scooter_papers.number',
    'scooters.image_url',
    'scooters.name',
    'scooters.otp_pin',
    'scooters.registration_number'
  ],
  'The staff, whom the activity log names': ['admins.email', 'admins.name', 'admins.password_hash'],
  'Ids of the affected row or cause': [
    'audits.subject',
    'outbox.key',
    'sandbox_orders.receipt',
    'sandbox_refunds.receipt'
  ],
  'Which terms were agreed to, for disputes': ['consents.version'],
  'Codes of the provider': [
    'disputes.currency',
    'disputes.phase',
    'disputes.reason',
    'payments.currency',
    'payouts.type',
    'payouts.utr',
    'refunds.bank_reference',
    'webhook_events.type'
  ],
  'Swept within 90 days: keyed hashes of addresses and accounts, and events that could not be processed': [
    'bookings.held_from',
    'throttles.key',
    'webhook_events.quarantined'
  ],
  'The row goes with the picture, which the deletion releases': ['uploads.content_type', 'uploads.path'],
  'State of the cron': ['alerts.checks', 'payout_days.day', 'runs.cursor'],
  'Closed months: sums, ids of the provider and the words of an owner': ['books.figures', 'books.month', 'books.note']
}

const isDeleted = (table: string) => (DELETED_WITH_RIDER as readonly string[]).includes(table)
const MARKED = Object.entries(FORGOTTEN).flatMap(([table, columns]) =>
  Object.keys(columns).map(column => `${table}.${column}`)
)

const columns = Object.values(SCHEMA)
  .flatMap(Object.values)
  .filter(value => value instanceof SQLiteTable)
  .flatMap(table => {
    const { columns, name } = getTableConfig(table)
    return columns.map(column => ({ column, name: `${name}.${column.name}`, table: name }))
  })
const NAMES = columns.map(({ name }) => name)

describe('a column', () => {
  test('that may hold something of a rider is marked or excused', () => {
    const excused = Object.values(EXCUSED).flat()
    const undecided = columns.filter(
      ({ column, name, table }) =>
        !(
          MARKED.includes(name) ||
          excused.includes(name) ||
          isDeleted(table) ||
          isId(column.name) ||
          isExcusedByKind(table, column)
        )
    )
    expect(undecided.map(({ name }) => name)).toEqual([])
  })

  test('that is marked or excused exists, once', () => {
    const decided = [...MARKED, ...Object.values(EXCUSED).flat()]
    expect(decided.filter(name => !NAMES.includes(name))).toEqual([])
    expect(decided.filter((name, index) => decided.indexOf(name) !== index)).toEqual([])
    expect(DELETED_WITH_RIDER.filter(table => !NAMES.includes(`${table}.user_id`))).toEqual([])
  })
})

/** A column that leads to a rider. */
const LEADS_TO_RIDER = /^(user|rider|booking|ride|payment)_id$/

const NOT_EXPORTED: Record<string, string> = {
  email_tokens: 'Hashes of links',
  payouts: 'What the bank got for a payment that the file has',
  rider_words: 'Made of the name, the email and the phone',
  sandbox_refunds: 'The provider of a site without a real one',
  slot_claims: 'Made of the bookings'
}

/** The tables that the statements of a file read. */
const tablesIn = (file: string) =>
  new Set([...read(file).matchAll(/\b(?:FROM|JOIN|ofBookings\(') ?(\w+)/g)].map(([, table = '']) => table))

test('a table with rows of a rider is in the file of the own data, or excused', () => {
  const tables = columns.filter(({ column }) => LEADS_TO_RIDER.test(column.name)).map(({ table }) => table)
  const exported = tablesIn('src/server/riders/export.ts')
  expect([...new Set(tables)].filter(table => !exported.has(table)).sort()).toEqual(Object.keys(NOT_EXPORTED).sort())
})
