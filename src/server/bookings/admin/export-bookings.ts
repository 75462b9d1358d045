import * as contract from '#contract/bookings/admin-bookings.ts'
import { CSV_HEAD, csvFileName, csvRow } from '#contract/bookings/bookings-csv.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { implement } from '#server/http/operation.ts'
import { logAndRethrow, withCurrentRequestId } from '#server/runtime/log.ts'
import { queryAdminBookings } from './admin-bookings.ts'
import type { BookingsQuery } from './booking-order.ts'

/** Rows per query and chunk. All rows at once would exceed the Worker's memory. */
const ROWS_PER_BATCH = 1000

export const exportBookings = implement(contract.exportBookings, async ({ query }, admin, { now, responseHeaders }) => {
  await activityInsert({ action: 'export_bookings', subject: 'bookings' }, admin, now)
  responseHeaders.set('content-type', 'text/csv; charset=utf-8')
  responseHeaders.set('content-disposition', `attachment; filename="${csvFileName(now)}"`)
  const lines = csvChunks(query, now)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    // The status 200 is already sent, so an error can only end the download and be logged.
    pull: withCurrentRequestId(async controller => {
      const { done, value } = await logAndRethrow(lines.next())
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    })
  })
  return new Response(body, { headers: responseHeaders })
})

async function* csvChunks(query: BookingsQuery, now: Date): AsyncGenerator<string> {
  yield CSV_HEAD
  const range = { limit: ROWS_PER_BATCH, offset: 0 }
  let rows = await queryAdminBookings(query, { range, now })
  for (let cursor = rows.at(-1); cursor; cursor = rows.at(-1)) {
    yield rows.map(csvRow).join('')
    rows = rows.length < ROWS_PER_BATCH ? [] : await queryAdminBookings(query, { cursor, range, now })
  }
}
