import { atom } from 'nanostores'
import { downloadFile } from '#client/device/files.ts'
import { call } from '#client/http/api.ts'
import { type BookMonth, type Books, exportGst, exportReceipts, getBooks } from '#contract/receipts/books.ts'
import { stateOf } from '#domain/gst.ts'
import { rupeesText, subtractRupees } from '#domain/money.ts'
import { INVOICING } from '#domain/operator.ts'
import { bookYearOf } from '#domain/receipts.ts'
import { addDays, dayOf, monthAfter, monthText, parseInstant } from '#domain/time/india-time.ts'
import * as booksText from '#messages/admin/books.ts'
import * as deskText from '#messages/admin/desk.ts'
import { createListStore, onlyRow, shownRow } from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { whileBusy } from '#stores/kit/requests.ts'

// The owner's books: one row, the months of a financial year.

const YEARS = 8

export const currentBookYear = () => bookYearOf(dayOf(currentTime()))
/** By their first year, the present one first. */
export const bookYears = (): readonly number[] => Array.from({ length: YEARS }, (_, back) => currentBookYear() - back)

export const books = createListStore({
  name: 'books',
  fetchPage: async ({ year = String(currentBookYear()) }) => onlyRow(await call(getBooks, { query: { year } }))
})

export const chooseBookYear = (year: string) => books.setFilter('year', year)

type Amount = readonly [label: string, rupees: number]

/** What the provider keeps: its fees without their tax, and that. */
export const chargedAmounts = (charged: number, tax: number): readonly Amount[] => [
  [booksText.figures.fees, subtractRupees(charged, tax)],
  [booksText.figures.tax_on_fees, tax]
]

/** Where something was paid at the desk, what was not, and then the ways. */
function receivedAmounts(received: number, desk: NonNullable<BookMonth['desk']>): readonly Amount[] {
  if (desk.length === 0) return [[booksText.figures.received, received]]
  const online = desk.reduce((left, { amount }) => subtractRupees(left, amount), received)
  const atDesk = desk.map(({ amount, pay }) => [booksText.atDesk(deskText.METHOD_WORDS[pay]), amount] as const)
  return [[booksText.figures.received_online, online], ...atDesk]
}

export const closedText = (closedAt: string) => booksText.closedOn(dayOf(parseInstant(closedAt)))

function toMonth(row: BookMonth) {
  const { arrived, charged, charged_tax, closed_at, desk, difference, given_back, month, received, ...sums } = row
  const { tax, without_receipt } = sums
  const isPaidOut = typeof arrived === 'number'
  const amounts: readonly Amount[] = [
    ...receivedAmounts(received, desk ?? []),
    [booksText.figures.given_back, given_back],
    [booksText.figures.left, subtractRupees(received, given_back)],
    [booksText.figures.tax, tax],
    [booksText.figures.without_receipt, without_receipt],
    ...(isPaidOut ? chargedAmounts(charged ?? 0, charged_tax ?? 0) : []),
    ...(isPaidOut ? [[booksText.figures.arrived, arrived] as const] : []),
    ...(difference ? [[booksText.figures.difference, difference] as const] : [])
  ]
  const today = dayOf(currentTime())
  return {
    closed: closed_at ? closedText(closed_at) : null,
    figures: amounts.map(([label, rupees]) => [label, rupeesText(rupees)] as const),
    /** Of a month that is over. */
    gst:
      month < today.slice(0, 7) ? INVOICING.registrations.map(({ gstin }) => ({ gstin, label: gstLabel(gstin) })) : [],
    isEmpty: received === 0 && given_back === 0 && !isPaidOut && !closed_at,
    month,
    title: monthText(`${month}-01`)
  }
}

const gstLabel = (gstin: string) =>
  INVOICING.registrations.length === 1 ? booksText.gstFigures : booksText.gstFiguresOf(stateOf(gstin))

function toBooks({ months, properties_without_registration: properties, scooters_without_kind: scooters }: Books) {
  const shown = months.map(toMonth).filter(({ isEmpty }) => !isEmpty)
  return {
    months: shown.reverse(),
    notes: [
      ...(scooters > 0 ? [booksText.scootersWithoutKind(scooters)] : []),
      ...(properties > 0 ? [booksText.propertiesWithoutRegistration(properties)] : [])
    ]
  }
}
export type ShownMonth = ReturnType<typeof toMonth>

export const $books = shownRow(books, toBooks)

export const $isDownloading = atom(false)

const CSV_TYPE = 'text/csv'

/** All receipts and notes of a month. */
export const downloadReceipts = (month: string) =>
  whileBusy($isDownloading, booksText.downloadFailed, async () => {
    const from = `${month}-01`
    const to = addDays(`${monthAfter(month)}-01`, -1)
    downloadFile(`receipts-${month}.csv`, await call(exportReceipts, { query: { from, to } }), CSV_TYPE)
  })

export const downloadGst = (month: string, registration: string) =>
  whileBusy($isDownloading, booksText.downloadFailed, async () => {
    const figures = await call(exportGst, { query: { month, registration } })
    downloadFile(`gst-${registration}-${month}.csv`, figures, CSV_TYPE)
  })
