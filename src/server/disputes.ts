import * as v from 'valibot'
import { DECIDED, DISPUTE_PHASES, DISPUTE_STATUSES, type DisputeStatus } from '#domain/disputes.ts'
import { d1, secondsOf } from './db/client.ts'
import { inWords } from './dispute-sql.ts'
import { complain } from './log.ts'
import type { Also } from './settle.ts'

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

const whole = v.pipe(v.number(), v.transform(Math.round), v.safeInteger())
const REASON_LENGTH = 200

const dispute = v.object({
  amount: whole,
  amount_deducted: v.nullish(whole, 0),
  created_at: whole,
  currency: v.string(),
  id: v.string(),
  payment_id: v.string(),
  phase: v.string(),
  reason_code: v.nullish(v.string(), ''),
  reason_description: v.nullish(v.string(), ''),
  respond_by: v.nullish(whole, null)
})
type Dispute = v.InferOutput<typeof dispute>

interface Told {
  dispute: unknown
  event: string
  /** The provider's clock, in seconds; null where it does not say. */
  happened_at: number | null
  /** Of the disputed payment, which may not be known to us yet. */
  order_id: string | null
}

/** False for a payment that is none of ours, and for what cannot be read: telling it again would change neither. */
export async function takeDispute({ order_id, ...told }: Told, now: Date, also: Also): Promise<boolean> {
  const { output, success } = v.safeParse(dispute, told.dispute)
  if (!success) {
    complain('dispute_not_read')
    return false
  }
  const [dispute_id, payment_id] = [output.id, output.payment_id]
  const booking_id = await bookingOf(output, order_id)
  if (booking_id === null) {
    complain('dispute_unknown', { dispute_id, payment_id })
    return false
  }
  const status = STATUS_OF[told.event] ?? 'open'
  const told_at = told.happened_at ?? secondsOf(now)
  if (await isNews({ ...output, booking_id, status, told_at }, also)) {
    complain('payment_disputed', { booking_id, dispute_id, message: `${output.phase}: ${status}`, payment_id })
  }
  return true
}

const BOOKING = `
SELECT booking_id FROM payments WHERE payment_id = ?1 AND status = 'captured'
 UNION ALL
SELECT id FROM bookings WHERE order_id = ?2
 LIMIT 1`

async function bookingOf({ payment_id }: Dispute, order_id: string | null): Promise<string | null> {
  const { results } = await d1.prepare(BOOKING).bind(payment_id, order_id).all<{ booking_id: string }>()
  return results[0]?.booking_id ?? null
}

const rank = (column: string, words: readonly string[]) =>
  `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index}`).join(' ')} ELSE 0 END`

const reach = (row: 'disputes' | 'excluded') =>
  `(${rank(`${row}.phase`, DISPUTE_PHASES)}, ${row}.status IN ${inWords(DECIDED)}, ${row}.told_at,
    ${rank(`${row}.status`, DISPUTE_STATUSES)})`

// An admin who allowed a refund knew of the dispute as it stood then: not of one that was lost or came back since.
const KEEP = `
INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, currency, paise_deducted,
                      respond_by, created_at, told_at, refund_allowed)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0)
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
  const reason = (told.reason_description || told.reason_code).slice(0, REASON_LENGTH)
  const { amount, amount_deducted, booking_id, created_at, currency, payment_id, phase, respond_by, status } = told
  const values = [told.id, payment_id, booking_id, status, phase, reason, amount, currency, amount_deducted]
  const results = await d1.batchAgain([...also, d1.prepare(KEEP).bind(...values, respond_by, created_at, told.told_at)])
  return (results.at(-1)?.results.length ?? 0) > 0
}
