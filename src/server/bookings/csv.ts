import type { exportBookings } from '#contract/bookings/admin-bookings.ts'
import { FILE_HEAD, fileLine, fileName } from '#contract/bookings/csv.ts'
import { auditRow } from '#server/admin/audit-log.ts'
import type { Operation } from '#server/http/handle.ts'
import { type Asked, bookingRows } from './admin-list.ts'

/** Read and sent so many at a time: all of them at once would not fit. */
const ROWS_AT_ONCE = 1000

export const bookingsFile: Operation<typeof exportBookings> = async ({ query }, by, { now, reply }) => {
  await auditRow({ action: 'export_bookings', subject: 'bookings' }, by, now)
  reply.set('content-type', 'text/csv; charset=utf-8')
  reply.set('content-disposition', `attachment; filename="${fileName(now)}"`)
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
  yield FILE_HEAD
  const cut = { limit: ROWS_AT_ONCE, offset: 0 }
  let rows = await bookingRows(asked, { cut, now })
  for (let after = rows.at(-1); after; after = rows.at(-1)) {
    yield rows.map(fileLine).join('')
    rows = rows.length < ROWS_AT_ONCE ? [] : await bookingRows(asked, { after, cut, now })
  }
}
