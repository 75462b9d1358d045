import { and, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import * as contract from '#contract/payments/orders.ts'
import { cleanLine } from '#domain/kit/text.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { webhook_events } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { type EventEffect, handleDisputeEvent, isDisputeEvent } from '#server/payments/disputes/dispute-events.ts'
import { isValidSignature, newId } from '#server/runtime/crypto.ts'
import { env, razorpayConfig } from '#server/runtime/env.ts'
import { logError } from '#server/runtime/log.ts'
import { jsonOrNull } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { applyPayment, applyRefund } from './apply-payment.ts'
import { optionalSeconds, paymentSchema, providerWord, refundSchema } from './provider/razorpay.ts'
import { recordProviderFailure } from './refunds/send-refunds.ts'
import type { ExtraStatements } from './settle.ts'

// Razorpay webhooks. Delivered at least once and in any order; the payload shows the state at event time.

const optionalEntity = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.object({ entity: schema }))

const eventSchema = v.object({
  body: v.object({
    created_at: optionalSeconds,
    event: providerWord,
    payload: v.record(v.string(), v.unknown())
  }),
  /** Null if the provider sends none. Then its event is processed again with each delivery. */
  id: v.nullable(providerWord)
})

const paymentPayload = v.object({
  order: optionalEntity(v.object({ receipt: v.nullish(v.string(), null) })),
  payment: optionalEntity(paymentSchema),
  refund: optionalEntity(refundSchema)
})

/** Processes the event before acknowledging it. An error makes the provider deliver it again. */
export const receiveWebhook = implement(contract.receiveWebhook, async ({ body }, _, { headers, now }) => {
  if (env.PAYMENT_PROVIDER !== 'razorpay') throw refusal('not_found')
  if (!(await isSignedByProvider(body, headers.get('x-razorpay-signature') ?? ''))) {
    logError('webhook_signature_rejected')
    throw refusal('webhook_signature_mismatch')
  }
  const id = headers.get('x-razorpay-event-id')
  const { output, success } = v.safeParse(eventSchema, { body: await jsonOrNull(new Response(body)), id })
  if (success && id !== null && (await isDuplicateEvent(id))) return { message: paymentsText.nothingToDo }
  const effect = success ? await processEvent(output, now) : 'unreadable'
  if (effect === 'unreadable') await quarantine(body, id, now)
  return { message: effect === 'accepted' ? paymentsText.webhookAccepted : paymentsText.nothingToDo }
})

/** Accepts the current and the previous secret, over the raw body. */
async function isSignedByProvider(body: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  const checks = await Promise.all(
    razorpayConfig().webhookSecrets.map(secret => isValidSignature(body, signature, secret))
  )
  return checks.includes(true)
}

async function isDuplicateEvent(eventId: string): Promise<boolean> {
  const rows = await db
    .select({ id: webhook_events.event_id })
    .from(webhook_events)
    .where(and(eq(webhook_events.event_id, eventId), isNull(webhook_events.quarantined)))
  return rows.length > 0
}

const RECORD_EVENT = `
INSERT INTO webhook_events (event_id, type, received_at) VALUES (:id, :type, :now)
    ON CONFLICT (event_id) DO UPDATE SET quarantined = NULL`

/** Part of the event's own batch, so a failed event is not recorded and its redelivery is processed. */
const recordEvent = (id: string, type: string, now: Date) =>
  prepareNamed(RECORD_EVENT, { id, now: secondsOf(now), type })

const QUARANTINE = `
INSERT INTO webhook_events (event_id, type, received_at, quarantined) VALUES (:id, 'unreadable', :now, :body)
    ON CONFLICT DO NOTHING`

/** Keeps an event that cannot be processed, for a developer. Nothing else reads it. */
async function quarantine(body: Uint8Array<ArrayBuffer>, eventId: string | null, now: Date): Promise<void> {
  const id = v.is(providerWord, eventId) ? eventId : newId()
  logError('webhook_parse_failed', { item: id })
  await runIdempotent([QUARANTINE], { body: cleanLine(new TextDecoder().decode(body)), id, now: secondsOf(now) })
}

/** 'ignored': of an unsupported kind, or of another product of the same account. */
async function processEvent({ body, id }: v.InferOutput<typeof eventSchema>, now: Date): Promise<EventEffect> {
  const extraStatements = id === null ? [] : [recordEvent(id, body.event, now)]
  if (isDisputeEvent(body.event)) return handleDisputeEvent(body, now, extraStatements)
  const { output: payload, success } = v.safeParse(paymentPayload, body.payload)
  if (!success) return 'unreadable'
  const isOurs = await handlePaymentEvent({ event: body.event, payload }, now, extraStatements)
  return isOurs ? 'accepted' : 'ignored'
}

async function handlePaymentEvent(
  { event, payload }: { event: string; payload: v.InferOutput<typeof paymentPayload> },
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
