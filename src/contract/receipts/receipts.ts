import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, openEnum, optionalText } from '#contract/kit/fields.ts'
import { RECEIPT_KINDS } from '#domain/receipts.ts'

/** A receipt, a tax invoice, or a note. Instants are ISO, amounts rupees. */
export const receipt = v.object({
  /** 'KAI/2627/123' */
  number: v.string(),
  kind: openEnum(RECEIPT_KINDS),
  issued_at: v.string(),
  /** Of a note. */
  against: v.nullish(v.object({ number: v.string(), issued_at: v.string() }), null),
  seller: v.string(),
  address: v.string(),
  /** Of an invoice and its notes: the GSTIN. */
  registration: optionalText,
  sac: optionalText,
  /** Percent. */
  tax_rate: v.number(),
  total: v.number(),
  /** Included in `total`. */
  tax: v.number(),
  scooter_name: v.string(),
  property_name: v.string(),
  plan_name: optionalText,
  start_time: v.string(),
  end_time: v.string()
})
export type Receipt = v.InferOutput<typeof receipt>

const receiptsOfRide = v.object({ ride_id: id, rider_name: v.string(), receipts: v.array(receipt) })
export type ReceiptsOfRide = v.InferOutput<typeof receiptsOfRide>

/** Of a ride with its extensions, oldest first. Issues what is missing. */
export const listReceipts = defineEndpoint('GET /bookings/{id}/receipts', {
  access: 'account',
  staff: { lowest: 'manager', scope: 'booking' },
  output: receiptsOfRide
})

export const docs = {
  listReceipts: {
    refusals: ['booking_not_found'],
    summary: 'List the receipts, tax invoices and notes of a ride'
  }
} satisfies Docs
