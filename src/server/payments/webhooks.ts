import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import * as contract from '#contract/payments/orders.ts'
import * as text from '#messages/payments/payments.ts'
import { db, prepareNamed } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { webhook_events } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { handleDisputeEvent, isDisputeEvent } from '#server/payments/disputes/dispute-events.ts'
import { isValidSignature } from '#server/runtime/crypto.ts'
import { env, razorpayConfig } from '#server/runtime/env.ts'
import { logError } from '#server/runtime/log.ts'
import { jsonOrNull } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { applyPayment, applyRefund } from './apply-payment.ts'
import { paymentSchema, refundSchema } from './provider/razorpay.ts'
import { recordProviderFailure } from './refunds/send-refunds.ts'
import type { ExtraStatements } from './settle.ts'

// Razorpay webhooks. Delivered at least once and in any order; the payload shows the state at event time.

const optionalEntity = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.object({ entity: schema }))

const eventSchema = v.object({
  created_at: v.fallback(v.nullish(v.pipe(v.number(), v.safeInteger()), null), null),
  event: v.string(),
  payload: v.record(v.string(), v.unknown())
})
type WebhookEvent = v.InferOutput<typeof eventSchema>

const paymentPayload = v.object({
  order: optionalEntity(v.object({ receipt: v.nullish(v.string(), null) })),
  payment: optionalEntity(paymentSchema),
  refund: optionalEntity(refundSchema)
})

interface PaymentEvent {
  event: string
  payload: v.InferOutput<typeof paymentPayload>
}

/** Processes the event before acknowledging it. An error makes the provider deliver it again. */
export const receiveWebhook = implement(contract.receiveWebhook, async ({ body }, _, { headers, now }) => {
  if (env.PAYMENT_PROVIDER !== 'razorpay') throw refusal('not_found')
  if (!(await isSignedByProvider(body, headers.get('x-razorpay-signature') ?? ''))) {
    logError('webhook_signature_rejected')
    throw refusal('webhook_signature_mismatch')
  }
  const { output, success } = v.safeParse(eventSchema, await jsonOrNull(new Response(body)))
  if (!success) logError('webhook_parse_failed')
  const eventId = headers.get('x-razorpay-event-id')
  if (!success || (eventId !== null && (await isDuplicateEvent(eventId)))) return { message: text.nothingToDo }
  const extraStatements = eventId === null ? [] : [recordEvent(eventId, output.event, now)]
  const isOurs = await dispatchEvent(output, now, extraStatements)
  return { message: isOurs ? text.accepted : text.nothingToDo }
})

/** Accepts the current and the previous secret, over the raw body. */
async function isSignedByProvider(body: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  const checks = await Promise.all(
    razorpayConfig().webhookSecrets.map(secret => isValidSignature(body, signature, secret))
  )
  return checks.includes(true)
}

async function isDuplicateEvent(eventId: string): Promise<boolean> {
  const rows = await db.select().from(webhook_events).where(eq(webhook_events.event_id, eventId))
  return rows.length > 0
}

const RECORD_EVENT =
  'INSERT INTO webhook_events (event_id, type, received_at) VALUES (:id, :type, :now) ON CONFLICT DO NOTHING'

/** Part of the event's own batch, so a failed event is not recorded and its redelivery is processed. */
const recordEvent = (id: string, type: string, now: Date) =>
  prepareNamed(RECORD_EVENT, { id, now: secondsOf(now), type })

/** Returns false for unsupported events and for other products of the same account. */
async function dispatchEvent(event: WebhookEvent, now: Date, extraStatements: ExtraStatements): Promise<boolean> {
  if (isDisputeEvent(event.event)) return handleDisputeEvent(event, now, extraStatements)
  const { output: payload, success } = v.safeParse(paymentPayload, event.payload)
  if (success) return handlePaymentEvent({ event: event.event, payload }, now, extraStatements)
  logError('webhook_parse_failed')
  return false
}

async function handlePaymentEvent(
  { event, payload }: PaymentEvent,
  now: Date,
  extraStatements: ExtraStatements
): Promise<boolean> {
  const payment = payload.payment?.entity
  const booking = payment && (await findBooking(payment.order_id, payload.order?.entity.receipt))
  if (!booking) return false
  const report = { booking, extraStatements, now, payment }
  const refund = payload.refund?.entity ?? null
  switch (event) {
    case 'order.paid':
    case 'payment.captured':
    case 'payment.failed':
      await applyPayment(report)
      return true
    case 'refund.processed':
      // An uncaptured payment was never ours.
      if (!refund || !payment.captured) return false
      await applyRefund(report, refund)
      return true
    case 'refund.failed':
      if (!refund) return false
      await recordProviderFailure(payment, refund, extraStatements)
      return true
    default:
      return false
  }
}

/**
 * Finds the booking by order id, else by receipt (the booking's id). The receipt covers an order whose id was never
 * saved.
 */
async function findBooking(orderId: string | null, receipt: string | null | undefined): Promise<BookingRow | null> {
  const [ordered] = await db
    .select()
    .from(bookings)
    .where(eq(bookings.order_id, orderId ?? ''))
  if (ordered || !receipt) return ordered ?? null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, receipt))
  return booking ?? null
}
