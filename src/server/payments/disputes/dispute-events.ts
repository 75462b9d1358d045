import * as v from 'valibot'
import { CURRENCY, PAISE_PER_RUPEE } from '#domain/money.ts'
import { DECIDED_STATUSES, DISPUTE_PHASES, DISPUTE_STATUSES, type DisputeStatus } from '#domain/payments.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf, sqlStringList } from '#server/db/sql.ts'
import { optionalPaise, optionalSeconds, providerText, providerWord } from '#server/payments/provider/razorpay.ts'
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

export const isDisputeEvent = (event: string) => Object.hasOwn(STATUS_BY_EVENT, event)

// Unreadable fields become null. The dispute is stored anyway, because its deadline passes in any case. One with an
// impossible amount or time is not: such a row would break every list that shows it.
const optionalWord = v.fallback(v.nullish(providerWord, null), null)
const optionalText = v.fallback(v.nullish(providerText, null), null)
const REASON_LENGTH = 200

const disputeSchema = v.object({
  amount: optionalPaise,
  amount_deducted: optionalPaise,
  created_at: optionalSeconds,
  currency: optionalWord,
  id: providerWord,
  payment_id: providerWord,
  phase: optionalWord,
  reason_code: optionalText,
  reason_description: optionalText,
  respond_by: optionalSeconds
})
type ProviderDispute = v.InferOutput<typeof disputeSchema> & { order_id: string | null }

/** Of a dispute that is unreadable. */
const idsSchema = v.object({ id: optionalWord, payment_id: optionalWord })

const payloadSchema = v.object({
  dispute: v.fallback(v.object({ entity: v.looseObject({}) }), { entity: {} }),
  // Only the ids are read, so a dispute of an unreadable payment is stored too.
  payment: v.fallback(v.object({ entity: v.object({ id: optionalWord, order_id: optionalWord }) }), {
    entity: { id: null, order_id: null }
  })
})

interface DisputeEvent {
  /** The provider's clock, in Unix seconds; null if the event has none. */
  created_at: number | null
  event: string
  payload: Record<string, unknown>
}

/** 'ignored': it changes nothing here. Nor would a retry, and the provider disables a webhook that is refused. */
export type EventEffect = 'accepted' | 'ignored' | 'unreadable'

/** Stores a dispute event. An unknown payment is ignored. Both other effects than 'accepted' are logged. */
export async function handleDisputeEvent(
  { created_at, event, payload }: DisputeEvent,
  now: Date,
  extraStatements: ExtraStatements
): Promise<EventEffect> {
  const parsed = parseDispute(payload)
  if (!parsed) return 'unreadable'
  const { id: disputeId, payment_id } = parsed
  const bookingId = await findBookingId(parsed)
  if (bookingId === null) {
    logError('dispute_payment_unknown', { dispute_id: disputeId, payment_id })
    return 'ignored'
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
  return 'accepted'
}

function parseDispute(payload: Record<string, unknown>): ProviderDispute | null {
  const { dispute, payment } = v.parse(payloadSchema, payload)
  const { issues, output, success } = v.safeParse(disputeSchema, dispute.entity)
  if (!success) {
    const { id, payment_id } = v.parse(idsSchema, dispute.entity)
    const fields = issues.flatMap(issue => v.getDotPath(issue) ?? [])
    logError('dispute_parse_failed', { dispute_id: id, fields, payment_id: payment_id ?? payment.entity.id })
    return null
  }
  const { id, payment_id } = output
  const facts: Record<string, unknown> = output
  const unread = Object.entries(dispute.entity).filter(([name, value]) => value !== null && facts[name] === null)
  if (unread.length > 0) {
    logError('dispute_parse_failed', { dispute_id: id, fields: unread.map(([name]) => name), payment_id })
  }
  return { ...output, order_id: payment.entity.order_id }
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
  const { advanced } = await runIdempotent<{ advanced: object }>(
    { extraStatements, advanced: UPSERT },
    { ...ids, ...money, created_at, phase, reason, respond_by, status, told_at }
  )
  return advanced.results.length > 0
}
