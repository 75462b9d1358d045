import type { exportBookings } from '#contract/all-bookings.ts'
import { BYTE_ORDER_MARK, csvLine } from '#domain/csv.ts'
import { clockOf, dayOf, instantFrom } from '#domain/time.ts'
import * as text from '#messages/admin.ts'
import { type Asked, bookingRows } from './all-bookings.ts'
import type { Operation } from './http.ts'

/** Read and sent so many at a time: all of them at once would not fit. */
const ROWS_AT_ONCE = 1000

export const bookingsFile: Operation<typeof exportBookings> = async ({ query }, _, { now, reply }) => {
  reply.set('content-type', 'text/csv; charset=utf-8')
  reply.set('content-disposition', `attachment; filename="bookings-${dayOf(now)}.csv"`)
  const lines = linesOf(query, now)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    }
  })
  return new Response(body, { headers: reply })
}

async function* linesOf(asked: Asked, now: Date): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(text.exportHeadings)
  const cut = { limit: ROWS_AT_ONCE, offset: 0 }
  let rows = await bookingRows(asked, { cut, now })
  for (let after = rows.at(-1); after; after = rows.at(-1)) {
    yield rows.map(lineOf).join('')
    rows = rows.length < ROWS_AT_ONCE ? [] : await bookingRows(asked, { after, cut, now })
  }
}

function lineOf(booking: Awaited<ReturnType<typeof bookingRows>>[number]): string {
  return csvLine([
    booking.id,
    booking.user_name ?? '',
    booking.user_email ?? '',
    booking.scooter_name,
    booking.property_name,
    clockText(booking.start_time),
    clockText(booking.end_time),
    booking.payment_status,
    booking.booking_type,
    booking.plan_name ?? '',
    booking.amount,
    clockText(booking.created_at)
  ])
}

/** '2026-06-15 19:00': what a spreadsheet takes for a date, by India's clock. */
function clockText(iso: string): string {
  const instant = instantFrom(iso)
  return `${dayOf(instant)} ${clockOf(instant)}`
}
