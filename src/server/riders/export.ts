import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/riders/export.ts'
import { OPERATOR } from '#domain/operator.ts'
import { PHOTO_URL_PREFIX } from '#domain/uploads/urls.ts'
import * as accountText from '#messages/account/account.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { runIdempotent } from '#server/db/client.ts'
import { emailOf } from '#server/db/schema/riders.ts'
import { isoOrNull } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitExports } from '#server/http/throttle.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isDeskPayment, priceOf } from '#server/slots/booking-sql.ts'

// What is kept about a rider, as a file for the rider. One batch, and each statement starts with the rider: D1 would else
// walk all payments. A column '…_at' becomes ISO text, 'is_…' and 'has_…' become booleans; amounts are rupees. A test
// fails on a table that is neither here nor excused (tests/architecture/personal-columns.test.ts). Parameter: :rider.

const photo = (id: string) => `'${PHOTO_URL_PREFIX}' || ${id} AS photo_url`

/** SQL: the rows `x` of a table that belong to the rider's bookings `b`. */
const ofBookings = (table: string, booking = 'booking_id') =>
  `FROM bookings b CROSS JOIN ${table} x ON x.${booking} = b.id`

const OF_RIDER = 'WHERE b.user_id = :rider ORDER BY b.start_at'

const SECTIONS = {
  profile: `
SELECT u.id, u.name, ${emailOf('u')} AS email, u.email_confirmed_at, u.phone, u.date_of_birth, p.name AS property_name,
       u.profile_image_url, u.license_photo_url <> '' AS has_license_photo, u.license_status, u.license_reason,
       nullif(u.license_waits_since, 0) AS license_sent_at, u.license_valid_until AS license_valid_until_at,
       u.suspended_at, u.reminders AS has_reminders, u.created_at, u.deletion_asked_at
  FROM users u LEFT JOIN properties p ON p.id = u.property_id WHERE u.id = :rider AND u.deleted_at IS NULL`,
  consents: 'SELECT version, agreed_at FROM consents WHERE user_id = :rider ORDER BY agreed_at',
  bookings: `
SELECT b.id, b.kind, b.ride_id, b.scooter_name, b.property_name, b.start_at, b.end_at, b.booked_end_at, b.plan_name, b.hours,
       ${priceOf('b')} AS amount, b.state, b.note_to_staff, b.created_at, b.paid_at, b.pin_seen_at, b.returned_at,
       b.return_pressed_at, ${photo('b.return_photo_id')}, b.cancelled_by, b.cancel_reason, b.refund_percent
  FROM bookings b ${OF_RIDER}`,
  // At the desk the reason is a note of the staff.
  payments: `
SELECT x.id, x.booking_id, x.payment_id, x.status, x.paise / 100.0 AS amount, x.currency,
       iif(${isDeskPayment('x.id')}, NULL, x.reason) AS reason, x.created_at
  ${ofBookings('payments')} ${OF_RIDER}`,
  refunds: `
SELECT x.booking_id, x.payment_id, x.refund_id, x.status, x.paise / 100.0 AS amount, x.reason, x.bank_reference, x.created_at,
       x.processed_at
  ${ofBookings('refunds')} ${OF_RIDER}`,
  owed: `
SELECT x.booking_id, x.paise / 100.0 AS amount, x.created_at, x.paid_at ${ofBookings('compensations')} ${OF_RIDER}`,
  disputes: `
SELECT x.dispute_id, x.booking_id, x.payment_id, x.status, x.phase, x.reason, x.paise / 100.0 AS amount, x.currency,
       x.respond_by AS respond_by_at, x.created_at
  ${ofBookings('disputes')} ${OF_RIDER}`,
  receipts: `
SELECT d.series || '/' || d.number AS number, d.kind, d.booking_id, d.payment_id, d.paise / 100.0 AS amount,
       d.tax_paise / 100.0 AS tax, d.issued_at
  ${ofBookings('payments')} CROSS JOIN receipts d ON d.payment_id = x.id ${OF_RIDER}`,
  moves: `
SELECT x.ride_id, f.name AS from_scooter, t.name AS to_scooter, x.moved_by, x.from_pin_seen_at, x.created_at
  ${ofBookings('moves', 'ride_id')} LEFT JOIN scooters f ON f.id = x.from_scooter_id LEFT JOIN scooters t ON t.id = x.to_scooter_id
 ${OF_RIDER}`,
  problems: `
SELECT x.booking_id, s.name AS scooter_name, x.kind, x.is_rideable, x.words, ${photo('x.photo_id')}, x.state, x.outcome,
       x.created_at
  FROM problems x LEFT JOIN scooters s ON s.id = x.scooter_id WHERE x.user_id = :rider ORDER BY x.created_at`,
  messages: `
SELECT x.kind, x.channel, x.subject, x.state, x.created_at, x.sent_at
  FROM outbox x WHERE x.user_id = :rider AND x.admin_id IS NULL ORDER BY x.created_at`,
  devices: `
SELECT substr(endpoint, 9, instr(substr(endpoint, 9) || '/', '/') - 1) AS push_service, created_at
  FROM push_subscriptions WHERE user_id = :rider`,
  staff: 'SELECT action, created_at FROM audits WHERE subject = :rider ORDER BY created_at',
  notes: 'SELECT created_at FROM rider_notes WHERE user_id = :rider ORDER BY created_at'
} as const

type Row = Readonly<Record<string, unknown>>

function readable([name, value]: [string, unknown]): [string, unknown] {
  if (name.endsWith('_at')) return [name, isoOrNull(value as number | null)]
  return [name, /^(is|has)_/.test(name) ? value === 1 : value]
}

/** Null for a rider who does not exist. */
async function ownDataOf(rider: string, now: Date, ...before: D1PreparedStatement[]) {
  const results = await runIdempotent<Record<keyof typeof SECTIONS, Row>>({ before, ...SECTIONS }, { rider })
  const rowsOf = (section: keyof typeof SECTIONS) =>
    results[section].results.map(row => Object.fromEntries(Object.entries(row).map(readable)))
  const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]
  const [profile] = rowsOf('profile')
  if (!profile) return null
  return {
    about: accountText.aboutOwnData,
    made_at: now.toISOString(),
    operator: OPERATOR.legalName,
    sections: {
      ...Object.fromEntries(names.map(name => [name, rowsOf(name)])),
      profile,
      // The words of the staff may name others.
      notes: { about: accountText.aboutNotes, written_at: rowsOf('notes').map(({ created_at }) => created_at) }
    }
  }
}

export const exportOwnData = implement(contract.exportOwnData, async (_, { id }, { now }) => {
  await limitExports(id, now)
  const data = await ownDataOf(id, now)
  if (!data) throw refusal('account_not_found')
  return data
})

export const exportRider = implement(contract.exportRider, async ({ params: { id } }, admin, { now }) => {
  const when = 'EXISTS (SELECT 1 FROM users WHERE id = :subject AND deleted_at IS NULL)'
  const data = await ownDataOf(id, now, activityInsert({ action: 'export_rider', subject: id }, { admin, now, when }))
  if (!data) throw refusal('user_not_found')
  return data
})
