import * as v from 'valibot'
import { BYTE_ORDER_MARK, csvLine } from '#domain/csv.ts'
import { clockOf, dayOf, parseInstant } from '#domain/time.ts'
import { exportHeadings } from '#messages/admin.ts'
import type { BookingForAdmin } from './admin-bookings.ts'

// The bookings as a file for a spreadsheet, alike whether the server writes it or, for a backend that has no such call,
// the browser.

const HEADER_ROW = csvLine(exportHeadings)
export const CSV_HEAD = BYTE_ORDER_MARK + HEADER_ROW

/** The file as a browser has read it: without its mark, which it needs again on the way to a spreadsheet. */
export const bookingsCsv = v.pipe(
  v.string(),
  v.transform(file => file.replace(BYTE_ORDER_MARK, '')),
  v.startsWith(HEADER_ROW),
  v.transform(file => BYTE_ORDER_MARK + file)
)

export function csvFileName(now: Date): string {
  return `bookings-${dayOf(now)}.csv`
}

type Row = { [Field in keyof BookingForAdmin]?: BookingForAdmin[Field] | null }

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
    spreadsheetTime(booking.created_at)
  ])
}

/** '2026-06-15 19:00': what a spreadsheet takes for a date, by India's clock. */
function spreadsheetTime(iso: string | null | undefined): string {
  if (!iso) return ''
  const instant = parseInstant(iso)
  return `${dayOf(instant)} ${clockOf(instant)}`
}
