import * as v from 'valibot'
import { CURRENCY, PAISE_PER_RUPEE } from '#domain/money.ts'
import { DECIDED_STATUSES, DISPUTE_PHASES, DISPUTE_STATUSES, type DisputeStatus } from '#domain/payments/statuses.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf, sqlStringList } from '#server/db/sql.ts'
import type { ExtraStatements } from '#server/payments/settle.ts'
import { logError } from '#server/runtime/log.ts'

// Dispute events from the provider. They arrive repeatedly and in any order, so a dispute keeps the most advanced
// event: latest phase first, then decided, then newest. Late events change nothing.

const STATUS_BY_EVENT: Record<string, DisputeStatus> = {
  'payment.dispute.action_required': 'action_required',
  'payment.dispute.closed': 'closed',
  'payment.dispute.created': 'open',
  'payment.dispute.lost': 'lost',
  'payment.dispute.under_review': 'under_review',
  'payment.dispute.won': 'won'
}

export const isDisputeEvent = (event: string) => event in STATUS_BY_EVENT

// Unreadable fields become null. The dispute is stored anyway, because its deadline passes in any case.
const optionalInteger = v.fallback(v.nullish(v.pipe(v.number(), v.transform(Math.round), v.safeInteger()), null), null)
const optionalText = v.fallback(v.nullish(v.string(), null), null)
const REASON_LENGTH = 200

const disputeSchema = v.object({
  amount: optionalInteger,
  amount_deducted: optionalInteger,
  created_at: optionalInteger,
  currency: optionalText,
  id: optionalText,
  payment_id: optionalText,
  phase: optionalText,
  reason_code: optionalText,
  reason_description: optionalText,
  respond_by: optionalInteger
})
type ProviderDispute = v.InferOutput<typeof disputeSchema> & { id: string; order_id: string | null; payment_id: string }

const payloadSchema = v.object({
  dispute: v.fallback(v.object({ entity: v.looseObject({}) }), { entity: {} }),
  // Only the ids are read, so a dispute of an unreadable payment is stored too.
  payment: v.fallback(v.object({ entity: v.object({ id: optionalText, order_id: optionalText }) }), {
    entity: { id: null, order_id: null }
  })
})

interface DisputeEvent {
  /** The provider's clock, in Unix seconds; null if the event has none. */
  created_at: number | null
  event: string
  payload: Record<string, unknown>
}

/**
 * Stores a dispute event. Returns false for an unknown payment or a dispute without a readable id, which are logged. A
 * retry would not change them, and the provider would disable the webhook after a day of retries.
 */
export async function handleDisputeEvent(
  { created_at, event, payload }: DisputeEvent,
  now: Date,
  extraStatements: ExtraStatements
): Promise<boolean> {
  const parsed = parseDispute(payload)
  if (!parsed) return false
  const { id: disputeId, payment_id } = parsed
  const bookingId = await findBookingId(parsed)
  if (bookingId === null) {
    logError('dispute_payment_unknown', { dispute_id: disputeId, payment_id })
    return false
  }
  const status = STATUS_BY_EVENT[event] ?? 'open'
  const dispute = { ...parsed, booking_id: bookingId, status, told_at: created_at ?? secondsOf(now) }
  if (await saveIfNewer(dispute, extraStatements)) {
    logError('dispute_changed', {
      booking_id: bookingId,
      dispute_id: disputeId,
      dispute_status: status,
      payment_id,
      phase: parsed.phase
    })
  }
  return true
}

function parseDispute(payload: Record<string, unknown>): ProviderDispute | null {
  const { dispute, payment } = v.parse(payloadSchema, payload)
  const read = v.parse(disputeSchema, dispute.entity)
  const { id, payment_id } = read
  if (id === null || payment_id === null) {
    const fields = [...(id === null ? ['id'] : []), ...(payment_id === null ? ['payment_id'] : [])]
    logError('dispute_parse_failed', { dispute_id: id, fields, payment_id: payment_id ?? payment.entity.id })
    return null
  }
  const facts: Record<string, unknown> = read
  const unread = Object.entries(dispute.entity).filter(([name, value]) => value !== null && facts[name] === null)
  if (unread.length > 0) {
    logError('dispute_parse_failed', { dispute_id: id, fields: unread.map(([name]) => name), payment_id })
  }
  return { ...read, id, order_id: payment.entity.order_id, payment_id }
}

const BOOKING = `
SELECT booking_id FROM payments WHERE payment_id = :payment AND status = 'captured'
 UNION ALL
SELECT id FROM bookings WHERE order_id = :order
 LIMIT 1`

async function findBookingId({ order_id, payment_id }: ProviderDispute): Promise<string | null> {
  return prepareNamed(BOOKING, { order: order_id, payment: payment_id }).first<string>('booking_id')
}

const rank = (column: string, words: readonly string[]) =>
  `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index}`).join(' ')} ELSE 0 END`

const progressSql = (row: 'disputes' | 'excluded') =>
  `(${rank(`${row}.phase`, DISPUTE_PHASES)}, ${row}.status IN ${sqlStringList(DECIDED_STATUSES)}, ${row}.told_at,
    ${rank(`${row}.status`, DISPUTE_STATUSES)})`

/** A field missing from the event keeps its stored value. */
const coalesceWithStored = (column: string, unknown: string) =>
  `coalesce(:${column}, (SELECT ${column} FROM disputes WHERE dispute_id = :dispute), ${unknown})`

const WHOLE_PRICE = `(SELECT amount * ${PAISE_PER_RUPEE} FROM bookings WHERE id = :booking)`

// An admin's permission to refund ends if the dispute is lost or moves to another phase.
const UPSERT = `
INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, currency, paise_deducted,
                      respond_by, created_at, told_at, refund_allowed)
VALUES (:dispute, :payment, :booking, :status, ${coalesceWithStored('phase', "'unknown'")},
        ${coalesceWithStored('reason', "''")}, ${coalesceWithStored('paise', WHOLE_PRICE)},
        ${coalesceWithStored('currency', `'${CURRENCY}'`)}, ${coalesceWithStored('paise_deducted', '0')},
        ${coalesceWithStored('respond_by', 'NULL')}, coalesce(:created_at, :told_at), :told_at, 0)
    ON CONFLICT (dispute_id) DO UPDATE
   SET status = excluded.status, phase = excluded.phase, reason = excluded.reason, paise = excluded.paise,
       currency = excluded.currency, paise_deducted = excluded.paise_deducted, respond_by = excluded.respond_by,
       told_at = excluded.told_at,
       refund_allowed = disputes.refund_allowed AND excluded.status <> 'lost' AND excluded.phase = disputes.phase
 WHERE ${progressSql('excluded')} > ${progressSql('disputes')}
RETURNING dispute_id`

/** Returns true if the event advanced the stored dispute. */
async function saveIfNewer(
  dispute: ProviderDispute & { booking_id: string; status: DisputeStatus; told_at: number },
  extraStatements: ExtraStatements
): Promise<boolean> {
  const reason = (dispute.reason_description || dispute.reason_code)?.slice(0, REASON_LENGTH) ?? null
  const { created_at, currency, phase, respond_by, status, told_at } = dispute
  const ids = { booking: dispute.booking_id, dispute: dispute.id, payment: dispute.payment_id }
  const money = { currency, paise: dispute.amount, paise_deducted: dispute.amount_deducted }
  const results = await d1.batchIdempotent([
    ...extraStatements,
    prepareNamed(UPSERT, { ...ids, ...money, created_at, phase, reason, respond_by, status, told_at })
  ])
  return (results.at(-1)?.results.length ?? 0) > 0
}
