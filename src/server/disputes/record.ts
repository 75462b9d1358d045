import * as v from 'valibot'
import { CURRENCY, PAISE_PER_RUPEE } from '#domain/constants.ts'
import { DECIDED, DISPUTE_PHASES, DISPUTE_STATUSES, type DisputeStatus } from '#domain/disputes.ts'
import { d1, secondsOf } from '#server/db/client.ts'
import type { Also } from '#server/payments/settle.ts'
import { complain } from '#server/runtime/log.ts'
import { inWords } from './sql.ts'

// What the provider tells of disputes. Events come more than once and in any order, so a dispute is what the furthest of
// them says: the one of the latest phase; of these a decision; of these the newest. A late event changes nothing.

const STATUS_OF: Record<string, DisputeStatus> = {
  'payment.dispute.action_required': 'action_required',
  'payment.dispute.closed': 'closed',
  'payment.dispute.created': 'open',
  'payment.dispute.lost': 'lost',
  'payment.dispute.under_review': 'under_review',
  'payment.dispute.won': 'won'
}

export const isOfDispute = (event: string) => event in STATUS_OF

// Null for what cannot be read: a dispute is recorded without it, because its deadline passes all the same.
const whole = v.fallback(v.nullish(v.pipe(v.number(), v.transform(Math.round), v.safeInteger()), null), null)
const words = v.fallback(v.nullish(v.string(), null), null)
const REASON_LENGTH = 200

const dispute = v.object({
  amount: whole,
  amount_deducted: whole,
  created_at: whole,
  currency: words,
  id: v.string(),
  payment_id: v.string(),
  phase: words,
  reason_code: words,
  reason_description: words,
  respond_by: whole
})
type Dispute = v.InferOutput<typeof dispute> & { order_id: string | null }

const sent = v.object({
  dispute: v.object({ entity: v.looseObject({}) }),
  // Only its order counts: a payment that cannot be read may be disputed like any other.
  payment: v.fallback(v.object({ entity: v.object({ order_id: words }) }), { entity: { order_id: null } })
})

interface Told {
  /** The provider's clock, in seconds; null where it does not say. */
  created_at: number | null
  event: string
  payload: unknown
}

/** False for a payment that is none of ours, and for what names no dispute: telling it again would change neither. */
export async function takeDispute({ created_at, event, payload }: Told, now: Date, also: Also): Promise<boolean> {
  const told = read(payload)
  if (!told) return false
  const [dispute_id, payment_id] = [told.id, told.payment_id]
  const booking_id = await bookingOf(told)
  if (booking_id === null) {
    complain('dispute_unknown', { dispute_id, payment_id })
    return false
  }
  const status = STATUS_OF[event] ?? 'open'
  if (await isNews({ ...told, booking_id, status, told_at: created_at ?? secondsOf(now) }, also)) {
    complain('payment_disputed', { booking_id, dispute_id, message: `${told.phase ?? ''}: ${status}`, payment_id })
  }
  return true
}

function read(payload: unknown): Dispute | null {
  const { output, success } = v.safeParse(sent, payload)
  const told = success ? v.safeParse(dispute, output.dispute.entity) : null
  if (!success || !told?.success) {
    complain('dispute_not_read')
    return null
  }
  const facts: Record<string, unknown> = told.output
  const unread = Object.entries(output.dispute.entity).filter(([name, value]) => value !== null && facts[name] === null)
  if (unread.length > 0) {
    complain('dispute_not_read', { dispute_id: told.output.id, message: unread.map(([name]) => name).join(', ') })
  }
  return { ...told.output, order_id: output.payment.entity.order_id }
}

const BOOKING = `
SELECT booking_id FROM payments WHERE payment_id = ?1 AND status = 'captured'
 UNION ALL
SELECT id FROM bookings WHERE order_id = ?2
 LIMIT 1`

async function bookingOf({ order_id, payment_id }: Dispute): Promise<string | null> {
  const { results } = await d1.prepare(BOOKING).bind(payment_id, order_id).all<{ booking_id: string }>()
  return results[0]?.booking_id ?? null
}

const rank = (column: string, words: readonly string[]) =>
  `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index}`).join(' ')} ELSE 0 END`

const reach = (row: 'disputes' | 'excluded') =>
  `(${rank(`${row}.phase`, DISPUTE_PHASES)}, ${row}.status IN ${inWords(DECIDED)}, ${row}.told_at,
    ${rank(`${row}.status`, DISPUTE_STATUSES)})`

/** What an event does not tell is as it was known before it. */
const told = (value: string, column: string, unknown: string) =>
  `coalesce(${value}, (SELECT ${column} FROM disputes WHERE dispute_id = ?1), ${unknown})`

const WHOLE_PRICE = `(SELECT amount * ${PAISE_PER_RUPEE} FROM bookings WHERE id = ?3)`

// An admin who allowed a refund knew of the dispute as it stood then: not of one that was lost or came back since.
const KEEP = `
INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, currency, paise_deducted,
                      respond_by, created_at, told_at, refund_allowed)
VALUES (?1, ?2, ?3, ?4, ${told('?5', 'phase', "'unknown'")}, ${told('?6', 'reason', "''")},
        ${told('?7', 'paise', WHOLE_PRICE)}, ${told('?8', 'currency', `'${CURRENCY}'`)},
        ${told('?9', 'paise_deducted', '0')}, ${told('?10', 'respond_by', 'NULL')}, coalesce(?11, ?12), ?12, 0)
    ON CONFLICT (dispute_id) DO UPDATE
   SET status = excluded.status, phase = excluded.phase, reason = excluded.reason, paise = excluded.paise,
       currency = excluded.currency, paise_deducted = excluded.paise_deducted, respond_by = excluded.respond_by,
       told_at = excluded.told_at,
       refund_allowed = disputes.refund_allowed AND excluded.status <> 'lost' AND excluded.phase = disputes.phase
 WHERE ${reach('excluded')} > ${reach('disputes')}
RETURNING dispute_id`

/** Whether the event told more than was known. */
async function isNews(
  told: Dispute & { booking_id: string; status: DisputeStatus; told_at: number },
  also: Also
): Promise<boolean> {
  const reason = (told.reason_description || told.reason_code)?.slice(0, REASON_LENGTH) ?? null
  const { amount, amount_deducted, booking_id, created_at, currency, payment_id, phase, respond_by, status } = told
  const values = [told.id, payment_id, booking_id, status, phase, reason, amount, currency, amount_deducted]
  const results = await d1.batchAgain([...also, d1.prepare(KEEP).bind(...values, respond_by, created_at, told.told_at)])
  return (results.at(-1)?.results.length ?? 0) > 0
}
