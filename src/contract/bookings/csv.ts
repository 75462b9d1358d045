import * as v from 'valibot'
import { BYTE_ORDER_MARK, csvLine } from '#domain/csv.ts'
import { clockOf, dayOf, instantFrom } from '#domain/time.ts'
import { exportHeadings } from '#messages/admin.ts'
import type { BookingForAdmin } from './admin-bookings.ts'

// The bookings as a file for a spreadsheet, alike whether the server writes it or, for a backend that has no such call,
// the browser.

const HEADINGS = csvLine(exportHeadings)
export const FILE_HEAD = BYTE_ORDER_MARK + HEADINGS

/** The file as a browser has read it: without its mark, which it needs again on the way to a spreadsheet. */
export const bookingsFile = v.pipe(
  v.string(),
  v.transform(file => file.replace(BYTE_ORDER_MARK, '')),
  v.startsWith(HEADINGS),
  v.transform(file => BYTE_ORDER_MARK + file)
)

export function fileName(now: Date): string {
  return `bookings-${dayOf(now)}.csv`
}

type Row = { [Field in keyof BookingForAdmin]?: BookingForAdmin[Field] | null }

export function fileLine(booking: Row): string {
  return csvLine([
    booking.id ?? '',
    booking.user_name ?? '',
    booking.user_email ?? '',
    booking.scooter_name ?? '',
    booking.property_name ?? '',
    clockText(booking.start_time),
    clockText(booking.end_time),
    booking.payment_status ?? '',
    booking.booking_type ?? '',
    booking.plan_name ?? '',
    booking.amount ?? '',
    clockText(booking.created_at)
  ])
}

/** '2026-06-15 19:00': what a spreadsheet takes for a date, by India's clock. */
function clockText(iso: string | null | undefined): string {
  if (!iso) return ''
  const instant = instantFrom(iso)
  return `${dayOf(instant)} ${clockOf(instant)}`
}
