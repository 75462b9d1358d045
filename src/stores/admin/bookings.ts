import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { saveFile } from '#client/portal-browser.ts'
import { exportBookings } from '#contract/all-bookings.ts'
import { FILE_HEAD, fileLine, fileName } from '#contract/bookings-file.ts'
import * as text from '#messages/portal.ts'
import { whileBusy } from '../busy.ts'
import { queryOf } from './listing.ts'
import { bookings } from './lists.ts'

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
