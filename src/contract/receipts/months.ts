import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { freeText, id, optionalText } from '#contract/kit/fields.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

/** What does not agree: the first rows, and the number and sum of all. Rupees. */
const listed = v.object({
  count: v.number(),
  sum: v.number(),
  rows: v.array(
    v.object({
      /** The payment's. */
      id,
      /** It is about the refunds of the payment. */
      is_refund: v.boolean(),
      amount: v.number()
    })
  )
})

/** The payouts of a month, beside its payments, refunds and receipts. Rupees. */
export const monthBooks = v.object({
  month: v.string(),
  received: v.number(),
  refunded: v.number(),
  /** What the provider keeps, with its tax: received - refunded - charged + other = arrived. */
  charged: v.number(),
  charged_tax: v.number(),
  /** Disputes, transfers and corrections. */
  other: v.number(),
  arrived: v.number(),
  settlements: v.array(v.object({ id, amount: v.number(), settled_at: v.string(), utr: optionalText })),
  lists: v.object({
    /** Paid out, but not ours or not of this amount. */
    unknown: listed,
    /** Ours, but not paid out after some days. */
    missing: listed,
    /** Refunded, without a note to its receipt. */
    without_note: listed
  }),
  /** The sum of the lists. */
  difference: v.number(),
  /** Payouts of the month were read. Without that, nothing can be compared. */
  is_known: v.boolean(),
  /** When payouts were last read, ISO; null: never. */
  as_of: optionalText,
  /** The provider's keys are for tests, so nothing arrives in a bank. */
  is_test: v.boolean(),
  /** Why it cannot be closed yet; null if it can, or is. */
  open_because: optionalText,
  closed_at: optionalText,
  /** Why it was closed although something does not agree. */
  note: optionalText
})
export type MonthBooks = v.InferOutput<typeof monthBooks>

export const getMonth = defineEndpoint('GET /admin/books/{month}', {
  staff: { lowest: 'owner' },
  output: monthBooks
})

/** More than a month can have. */
const MONTH_RUPEES_MAX = 10 ** 10

/** Shown rupees, which can be negative. */
const rupeesInput = v.pipe(
  v.number(apiErrorsText.invalidAmount),
  v.minValue(-MONTH_RUPEES_MAX, apiErrorsText.invalidAmount),
  v.maxValue(MONTH_RUPEES_MAX, apiErrorsText.invalidAmount)
)

/**
 * Closes the month with what is shown. What it says then never changes; what comes later counts for the next one. A
 * repeat answers the same.
 */
export const closeMonth = defineEndpoint('POST /admin/books/{month}/close', {
  staff: { lowest: 'owner' },
  body: v.object({
    /** As shown, rupees. */
    arrived: rupeesInput,
    difference: rupeesInput,
    /** Required if something does not agree. */
    note: v.optional(freeText(REASON_MAX_LENGTH))
  }),
  output: monthBooks
})

export const docs = {
  getMonth: {
    refusals: ['invalid_input'],
    summary: 'Get what the provider has paid out for a month, and what does not agree with it'
  },
  closeMonth: {
    refusals: ['amount_changed', 'month_open'],
    summary: 'Close a month of the books'
  }
} satisfies Docs
