import { atom } from 'nanostores'
import { downloadFile } from '#client/device/export.ts'
import { call } from '#client/http/api.ts'
import { exportBookings } from '#contract/bookings/admin-bookings.ts'
import { CSV_HEAD, csvFileName, csvRow } from '#contract/bookings/bookings-csv.ts'
import * as text from '#messages/admin/bookings.ts'
import { bookings } from '#stores/admin/dashboard-lists.ts'
import { toQueryParams } from '#stores/admin/list/list-query.ts'
import { whileBusy } from '#stores/kit/errors.ts'

export const $isExporting = atom(false)

/** Downloads all bookings that match the current search and filters, across all pages, as a CSV file. */
export function exportCsv(): Promise<void> {
  return whileBusy($isExporting, text.bookings.exportFailed, async () => {
    const { page, per_page, ...query } = toQueryParams(bookings.$query.get())
    const matching = bookings.$matchingRows.get()
    const csv = matching ? CSV_HEAD + matching.map(csvRow).join('') : await call(exportBookings, { query })
    downloadFile(csvFileName(new Date()), csv, 'text/csv')
  })
}
