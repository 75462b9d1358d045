import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { takeWebhook } from '#contract/payments/webhooks.ts'
import * as text from '#messages/webhooks.ts'
import { d1, db, secondsOf } from '#server/db/client.ts'
import { bookings, webhook_events } from '#server/db/schema.ts'
import { isOfDispute, takeDispute } from '#server/disputes/record.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { env, gateway } from '#server/runtime/env.ts'
import { complain } from '#server/runtime/log.ts'
import { refundProgress } from './current-provider.ts'
import type { ProviderPayment, ProviderRefund } from './provider.ts'
import { payment, refund } from './razorpay.ts'
import { type Booking, takePayment } from './reconcile.ts'
import { refundFailedAtProvider } from './refunds.ts'
import { type Also, settleRefund } from './settle.ts'
import { isSigned } from './signatures.ts'

// What Razorpay tells by itself: at least once, in any order, each as it was when it happened.

const entity = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.object({ entity: schema }))

const told = v.object({
  created_at: v.fallback(v.nullish(v.pipe(v.number(), v.safeInteger()), null), null),
  event: v.string(),
  payload: v.record(v.string(), v.unknown())
})
type Told = v.InferOutput<typeof told>

const money = v.object({
  order: entity(v.object({ receipt: v.nullish(v.string(), null) })),
  payment: entity(payment),
  refund: entity(refund)
})

/** Done first, acknowledged after it: whatever fails on the way is an error, and is told again. */
export const takeEvent: Operation<typeof takeWebhook> = async ({ body }, _, { headers, now }) => {
  if (env.PAYMENT_PROVIDER !== 'razorpay') throw notFound()
  if (!(await isFromProvider(body, headers.get('x-razorpay-signature') ?? ''))) {
    complain('webhook_not_signed')
    throw badRequest(text.notSigned)
  }
  const { output, success } = v.safeParse(told, await new Response(body).json().catch(() => null))
  if (!success) complain('webhook_unreadable')
  const event_id = headers.get('x-razorpay-event-id')
  if (!success || (event_id !== null && (await isKnown(event_id)))) return { message: text.nothingToDo }
  const also = event_id === null ? [] : [known(event_id, output.event, now)]
  const isOurs = await take(output, now, also)
  return { message: isOurs ? text.taken : text.nothingToDo }
}

/** The present secret or the one before, over the bytes as they came. */
async function isFromProvider(body: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  const checks = await Promise.all(gateway().webhook_secrets.map(secret => isSigned(body, signature, secret)))
  return checks.includes(true)
}

async function isKnown(event_id: string): Promise<boolean> {
  const rows = await db.select().from(webhook_events).where(eq(webhook_events.event_id, event_id))
  return rows.length > 0
}

/** Written in the batch of what the event brings about: an event that failed half-way was never here. */
function known(event_id: string, type: string, now: Date): D1PreparedStatement {
  return d1
    .prepare('INSERT INTO webhook_events (event_id, type, received_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING')
    .bind(event_id, type, secondsOf(now))
}

/** False for what is none of this Worker's business: another kind of event, another product of the same account. */
async function take(told: Told, now: Date, also: Also): Promise<boolean> {
  if (isOfDispute(told.event)) return takeDispute(told, now, also)
  const { output: payload, success } = v.safeParse(money, told.payload)
  if (success) return takeMoney(told.event, payload, now, also)
  complain('webhook_unreadable')
  return false
}

async function takeMoney(event: string, payload: v.InferOutput<typeof money>, now: Date, also: Also): Promise<boolean> {
  const paid = payload.payment?.entity
  const booking = paid && (await bookingOf(paid.order_id, payload.order?.entity.receipt))
  if (!booking) return false
  const refunded = payload.refund?.entity ?? null
  switch (event) {
    case 'order.paid':
    case 'payment.captured':
    case 'payment.failed':
      await takePayment(booking, paid, now, also)
      return true
    case 'refund.processed':
      // A part of it is the operator's kindness; and what was never captured was never ours.
      if (!refunded || !paid.captured || !(await isWholeBack(paid, refunded))) return false
      await settleRefund(booking, { ...paid, refund_id: refunded.id }, now, also)
      return true
    case 'refund.failed':
      if (!refunded) return false
      await refundFailedAtProvider(paid, refunded, also)
      return true
    default:
      return false
  }
}

/** One refund over all of it, or the last of several. */
async function isWholeBack(paid: ProviderPayment, refunded: ProviderRefund): Promise<boolean> {
  if (refunded.amount >= paid.amount) return true
  const { state } = await refundProgress(paid, { ...refunded, status: 'processed' })
  return state === 'whole'
}

/** By its order; else by the receipt, which is the booking, for an order whose making was never written down. */
async function bookingOf(order_id: string | null, receipt: string | null | undefined): Promise<Booking | null> {
  const [ordered] = await db
    .select()
    .from(bookings)
    .where(eq(bookings.order_id, order_id ?? ''))
  if (ordered || !receipt) return ordered ?? null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, receipt))
  return booking ?? null
}
