import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { clockOf, dayOf, parseInstant } from '#domain/time/india-time.ts'
import { csvHeadings, csvNoteHeading } from '#messages/admin/bookings.ts'
import { type BookingForAdmin, bookingsQuery } from './admin-bookings.ts'

// The CSV export of bookings. The browser writes the same file if a backend has no such call.

/** Marks the file as UTF-8 for Excel. */
const BYTE_ORDER_MARK = '\uFEFF'

// Some spreadsheets treat full-width signs as plain ones and drop leading blanks.
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u
// Where the comma is the decimal sign, spreadsheets split cells at semicolons or tabs.
const NEEDS_QUOTES = /[",;\t\r\n]/

/** Returns one CSV line (RFC 4180). Cells that a spreadsheet would run as a formula become plain text. */
export function csvLine(cells: readonly (number | string)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: number | string): string {
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const CSV_HEAD = BYTE_ORDER_MARK + csvLine(csvHeadings)
export const CSV_HEAD_WITH_NOTE = BYTE_ORDER_MARK + csvLine([...csvHeadings, csvNoteHeading])

/**
 * The file as the browser reads it, without its byte order mark. The mark must be added again when the file is saved.
 */
const bookingsCsv = v.pipe(
  v.string(),
  v.transform(file => file.replace(BYTE_ORDER_MARK, '')),
  v.check(file => file.startsWith(csvHeadings.join(','))),
  v.transform(file => BYTE_ORDER_MARK + file)
)

/** `page` and `per_page` are ignored. */
export const exportBookings = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'manager', scope: 'list' },
  method: 'GET',
  output: bookingsCsv,
  path: '/admin/bookings.csv',
  query: bookingsQuery,
  summary: 'Download the bookings as a CSV file'
})

/** 'bookings-2026-06-15.csv', by India's date. */
export function csvFileName(now: Date): string {
  return `bookings-${dayOf(now)}.csv`
}

type Row = { [Field in keyof BookingForAdmin]?: BookingForAdmin[Field] | null }

/** One line of the file, in the order of `csvHeadings`. A missing or null field is an empty cell. */
export function csvRow(booking: Row): string {
  return csvLine([
    booking.id ?? '',
    booking.user_name ?? '',
    booking.user_email ?? '',
    booking.scooter_name ?? '',
    booking.property_name ?? '',
    spreadsheetTime(booking.start_time),
    spreadsheetTime(booking.end_time),
    booking.payment_status ?? '',
    booking.booking_type ?? '',
    booking.plan_name ?? '',
    booking.amount ?? '',
    spreadsheetTime(booking.created_at),
    // Another backend has no such column.
    ...(booking.note_to_staff === undefined ? [] : [booking.note_to_staff ?? ''])
  ])
}

/** '2026-06-15 19:00' in Indian time, which spreadsheets recognise as a date. */
function spreadsheetTime(iso: string | null | undefined): string {
  if (!iso) return ''
  const instant = parseInstant(iso)
  return `${dayOf(instant)} ${clockOf(instant)}`
}
