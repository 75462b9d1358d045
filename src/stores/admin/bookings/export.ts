import { atom } from 'nanostores'
import { saveFile } from '#client/device/portal-browser.ts'
import { call } from '#client/http/api.ts'
import { exportBookings } from '#contract/bookings/admin-bookings.ts'
import { FILE_HEAD, fileLine, fileName } from '#contract/bookings/csv.ts'
import * as text from '#messages/portal.ts'
import { bookings } from '#stores/admin/dashboard-lists.ts'
import { queryOf } from '#stores/admin/kit/create-list.ts'
import { whileBusy } from '#stores/kit/busy.ts'

export const $exporting = atom(false)

/** The bookings that are searched and filtered for, all pages of them, as a file. */
export function exportCsv(): Promise<void> {
  return whileBusy($exporting, text.bookings.exportFailed, async () => {
    const { page, per_page, ...query } = queryOf(bookings.$wish.get())
    const kept = bookings.$kept.get()
    const file = kept ? FILE_HEAD + kept.map(fileLine).join('') : await call(exportBookings, { query })
    saveFile(fileName(new Date()), file, 'text/csv')
  })
}
