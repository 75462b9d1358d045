import * as v from 'valibot'
import { csvFile } from '#contract/kit/csv.ts'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, freeText, openEnum, optionalText, textInput } from '#contract/kit/fields.ts'
import { DESK_METHODS } from '#domain/payments.ts'
import { isDayInRange } from '#domain/time/india-time.ts'
import * as booksText from '#messages/admin/books.ts'

/** A month in India. Rupees. */
const bookMonth = v.object({
  /** '2026-04' */
  month: v.string(),
  /** All payments, and the part of them that was paid at the desk, by way. */
  received: v.number(),
  desk: v.nullish(v.array(v.object({ amount: v.number(), pay: openEnum(DESK_METHODS) })), []),
  /** By the notes, and the refunds of payments without a receipt. */
  given_back: v.number(),
  /** Of the invoices, less that of their notes. */
  tax: v.number(),
  /** The part of `received` without a receipt: it gave no ride, or is from before receipts existed. */
  without_receipt: v.number(),
  /** What the provider has kept of what it paid out in the month, and the tax in it. */
  charged: v.nullish(v.number()),
  charged_tax: v.nullish(v.number()),
  /** In the bank. */
  arrived: v.nullish(v.number()),
  /** Of a closed month: the sum of what did not agree, and when it was closed, ISO. */
  difference: v.nullish(v.number()),
  closed_at: optionalText
})
export type BookMonth = v.InferOutput<typeof bookMonth>

export const books = v.object({
  /** From April on. */
  months: v.array(bookMonth),
  /** Scooters of properties with a registration; the higher rate is charged. */
  scooters_without_kind: v.number(),
  properties_without_registration: v.number()
})
export type Books = v.InferOutput<typeof books>

/** The months of a financial year; 2026 begins in April 2026. */
export const getBooks = defineEndpoint('GET /admin/books', {
  staff: { lowest: 'owner' },
  output: books,
  query: v.object({
    year: v.pipe(
      textInput,
      v.check(year => isDayInRange(`${year}-04-01`), booksText.chooseYear),
      v.transform(Number)
    )
  })
})

/** Both days are included. */
export const exportReceipts = defineEndpoint('GET /admin/receipts.csv', {
  staff: { lowest: 'owner' },
  output: csvFile,
  query: v.object({ from: day, to: day })
})

/** A month of the calendar, such as '2026-11'. */
export const month = v.pipe(
  textInput,
  v.check(text => isDayInRange(`${text}-01`), booksText.chooseMonth)
)

/** Of a month that is over: what a registration reports in GSTR-1. */
export const exportGst = defineEndpoint('GET /admin/gst.csv', {
  staff: { lowest: 'owner' },
  output: csvFile,
  query: v.object({ month, registration: freeText() })
})

export const docs = {
  getBooks: { summary: 'Get what was received, given back and taxed in each month of a financial year' },
  exportReceipts: { summary: 'Download the receipts, tax invoices and notes of some days as a CSV file' },
  exportGst: {
    refusals: ['gst_registration_not_found'],
    summary: 'Download the GST figures of a month as a CSV file'
  }
} satisfies Docs
