import * as v from 'valibot'
import { id, optionalText } from '#contract/kit/fields.ts'
import { CURRENCY } from '#domain/constants.ts'

/** Parameters of the payment dialog. */
export const order = v.object({
  /** The provider's public key id; null if the build-time key is used. */
  razorpay_key: optionalText,
  /** Paise, passed to the dialog unchanged. */
  amount: v.number(),
  currency: v.nullish(v.string(), CURRENCY),
  razorpay_order_id: v.string(),
  /** Seconds from this answer until the hold ends, rounded down; only our own backend sends it. */
  hold_seconds: v.nullish(v.number()),
  /** Our id of the payment session; opaque. */
  session_id: id
})
export type Order = v.InferOutput<typeof order>
