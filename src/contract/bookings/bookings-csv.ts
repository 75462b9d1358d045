import * as v from 'valibot'
import { csvFile, csvLine, csvStart } from '#contract/kit/csv.ts'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { clockOf, dayOf, parseInstant } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as commonText from '#messages/common.ts'
import { type BookingForAdmin, bookingsQuery } from './admin-bookings.ts'

// The CSV export of bookings. The browser writes the same file if a backend has no such call.

/** A missing or null value is an empty cell. */
type Row = { [Field in keyof BookingForAdmin]?: BookingForAdmin[Field] | null }

interface Column {
  heading: string
  value: (booking: Row) => number | string | null | undefined
}

/** The columns of the file, in order. */
const COLUMNS: readonly Column[] = [
  { heading: adminBookingsText.csv.id, value: ({ id }) => id },
  { heading: adminBookingsText.list.rider, value: ({ user_name }) => user_name },
  { heading: adminBookingsText.csv.email, value: ({ user_email }) => user_email },
  { heading: adminBookingsText.list.scooter, value: ({ scooter_name }) => scooter_name },
  { heading: commonText.property, value: ({ property_name }) => property_name },
  { heading: adminBookingsText.csv.start, value: ({ start_time }) => spreadsheetTime(start_time) },
  { heading: adminBookingsText.csv.end, value: ({ end_time }) => spreadsheetTime(end_time) },
  { heading: adminBookingsText.csv.status, value: ({ payment_status }) => payment_status },
  { heading: adminBookingsText.csv.type, value: ({ booking_type }) => booking_type },
  { heading: adminBookingsText.list.plan, value: ({ plan_name }) => plan_name },
  { heading: adminBookingsText.csv.amount, value: ({ amount }) => amount },
  { heading: adminBookingsText.csv.booked, value: ({ created_at }) => spreadsheetTime(created_at) }
]
/** Those of our own backend. Another one has no notes. */
export const OWN_COLUMNS: readonly Column[] = [
  ...COLUMNS,
  { heading: adminBookingsText.csv.note, value: ({ note_to_staff }) => note_to_staff }
]

/** Those of the list of room bills. */
export const ROOM_COLUMNS: readonly Column[] = [
  ...OWN_COLUMNS,
  { heading: adminBookingsText.csv.paidBy, value: ({ paid_by }) => paid_by && deskText.METHOD_WORDS[paid_by] },
  { heading: adminBookingsText.csv.payNote, value: ({ pay_note }) => pay_note },
  { heading: adminBookingsText.csv.refunded, value: ({ refunded }) => refunded }
]

export const csvHead = (columns = COLUMNS) => csvStart(columns.map(({ heading }) => heading))
export const csvRow = (booking: Row, columns = COLUMNS) => csvLine(columns.map(({ value }) => value(booking) ?? ''))

const bookingsCsv = v.pipe(
  csvFile,
  v.check(file => file.startsWith(csvHead().trimEnd()))
)

/** `page` and `per_page` are ignored. */
export const exportBookings = defineEndpoint('GET /admin/bookings.csv', {
  staff: { lowest: 'manager', scope: 'list' },
  output: bookingsCsv,
  query: bookingsQuery
})

/** 'bookings-2026-06-15.csv', by India's date. */
export function csvFileName(now: Date): string {
  return `bookings-${dayOf(now)}.csv`
}

/** '2026-06-15 19:00' in Indian time, which spreadsheets recognise as a date. */
function spreadsheetTime(iso: string | null | undefined): string {
  if (!iso) return ''
  const instant = parseInstant(iso)
  return `${dayOf(instant)} ${clockOf(instant)}`
}

export const docs = {
  exportBookings: { summary: 'Download the bookings as a CSV file' }
} satisfies Docs
