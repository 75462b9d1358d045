import { disputeLost, refundFailed, refundPartFailed } from '#messages/admin.ts'
import { d1, secondsOf } from '#server/db/client.ts'
import { IS_HELD_BACK, IS_LOST } from '#server/disputes/sql.ts'
import { eachAlone, outage, retryAt } from '#server/runtime/item-retries.ts'
import { complain } from '#server/runtime/log.ts'
import { provider, refundProgress } from './current-provider.ts'
import { ProviderError, type ProviderRefund } from './provider.ts'
import { type Also, refundProcessed } from './settle.ts'

// What is owed goes back: the row of a refund is a promise, and this keeps it. A lease keeps two runs from sending one
// refund; that it is done once even so, its key sees to, at the provider.

const LEASE_SECONDS = 120
const REFUNDS_AT_ONCE = 50
/** A provider that has said no by now is not asked again: an admin decides. */
const PATIENT_ATTEMPTS = 8
const LONGEST_PAUSE_SECONDS = 6 * 60 * 60

interface Owed {
  attempts: number
  booking_id: string
  /** What was captured, which is what has to go back; null where nobody has written it down. */
  paise: number | null
  payment_id: string
  /** Of one that is still to be sent: the refund before it, which failed or was not all of it. */
  refund_id: string | null
  status: 'due' | 'sent'
}

const LEASE = `
UPDATE refunds SET attempts = attempts + 1, lease_until = ?1 + ${LEASE_SECONDS}
 WHERE payment_id IN (SELECT payment_id FROM refunds
                       WHERE status IN ('due', 'sent') AND coalesce(lease_until, 0) <= ?1
                         AND NOT (status = 'due' AND ${IS_HELD_BACK})
                         AND coalesce(${retryAt('refunds', 'refunds.payment_id')}, 0) <= ?1
                       ORDER BY lease_until LIMIT ${REFUNDS_AT_ONCE})
RETURNING payment_id, booking_id, attempts, refund_id, status,
          (SELECT p.paise FROM payments p WHERE p.payment_id = refunds.payment_id AND p.status = 'captured') AS paise`

const GIVE_UP_LOST = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = ?2
 WHERE status = 'due' AND coalesce(lease_until, 0) <= ?1 AND ${IS_LOST}`

/** Sends what is due, and asks after what was sent and never told of; answers how many that are. */
export async function sendRefunds(now: Date): Promise<number> {
  await d1.batchAgain([d1.prepare(GIVE_UP_LOST).bind(secondsOf(now), disputeLost)])
  const { results } = await d1.prepare(LEASE).bind(secondsOf(now)).all<Owed>()
  await eachAlone(results, {
    complaint: 'refund_not_sent',
    idOf: ({ payment_id }) => payment_id,
    isOver: outage(),
    list: 'refunds',
    now,
    work: owed => send(owed, now)
  })
  return results.length
}

function send(owed: Owed, now: Date): Promise<void> {
  const sending = answerFor(owed).then(made => keep(owed, made, now))
  return sending.catch(async (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    await putOff(owed, error, now)
    // A refusal is an answer; anything else is a failure of this refund.
    if (error.trouble !== 'refused') throw error
    complain('refund_not_sent', { message: error.message, payment_id: owed.payment_id })
  })
}

async function answerFor({ payment_id, refund_id, status }: Owed): Promise<ProviderRefund> {
  if (status === 'sent' && refund_id !== null) return provider().fetchRefund(refund_id)
  // The same key gives the same refund, so the one before it is named in the next one's.
  const key = refund_id === null ? `rf-${payment_id}` : `rf-${payment_id}-${refund_id}`
  return provider()
    .refund(payment_id, key)
    .catch(async (error: unknown) => {
      if (!(error instanceof ProviderError) || error.trouble !== 'refused') throw error
      // It may go back already: by the provider's dashboard, or in answer to a request whose answer was lost.
      const payment = await provider().fetchPayment(payment_id)
      const { last } = payment.status === 'refunded' ? await refundProgress(payment) : { last: null }
      if (last) return last
      throw error
    })
}

async function keep(owed: Owed, made: ProviderRefund, now: Date): Promise<void> {
  if (made.status === 'failed') return refuse(owed, made.id, noteOf(made, owed.paise))
  if (made.status === 'pending') return follow(owed, made.id, 'sent', now)
  const amount = owed.paise ?? made.amount
  const { state } = await (made.amount >= amount ? WHOLE : refundProgress({ amount, id: owed.payment_id }, made))
  if (state === 'whole') return refundProcessed({ ...owed, refund_id: made.id }, now)
  // Other refunds, made in the provider's dashboard, are to give back the rest: what they do not is asked for.
  return follow(owed, made.id, state === 'pending' ? 'sent' : 'due', now)
}

const WHOLE = { state: 'whole' } as const

const noteOf = (refund: { amount: number }, paise: number | null) =>
  paise !== null && refund.amount < paise ? refundPartFailed : refundFailed

// Only what is still as it was leased: an event, an admin or another run may have been here since.
const AS_LEASED = 'payment_id = ?1 AND status = ?2 AND refund_id IS ?3'

const FOLLOW = `
UPDATE refunds SET status = ?4, refund_id = ?5, lease_until = ?6, note = NULL WHERE ${AS_LEASED}`

/** This refund is asked after next; or, where it left a rest that nobody gives back, the rest is asked for. */
async function follow(owed: Owed, refund_id: string, status: 'due' | 'sent', now: Date): Promise<void> {
  const next = secondsOf(now) + pauseAfter(owed)
  await d1.batchAgain([d1.prepare(FOLLOW).bind(...asLeased(owed), status, refund_id, next)])
}

const REFUSED = `
UPDATE refunds SET status = 'review', refund_id = coalesce(?4, refund_id), lease_until = NULL, note = ?5
 WHERE ${AS_LEASED}`

/** The provider could not give the money back: an admin decides. */
async function refuse(owed: Owed, refund_id: string | null, note: string): Promise<void> {
  await d1.batchAgain([d1.prepare(REFUSED).bind(...asLeased(owed), refund_id, note)])
}

const asLeased = ({ payment_id, refund_id, status }: Owed) => [payment_id, status, refund_id] as const

// What is still to be sent waits for the answer to its own request, which tells of a failure as well: a refund that
// failed meanwhile is an earlier one, or somebody's in the provider's dashboard.
const FAILED = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = ?3
 WHERE payment_id = ?1 AND status = 'sent' AND refund_id = ?2`

/** The provider tells that one of its refunds failed: it changes what waits for that very refund, and nothing else. */
export async function refundFailedAtProvider(
  { amount, id }: { amount: number; id: string },
  refund: ProviderRefund,
  also: Also
): Promise<void> {
  await d1.batchAgain([...also, d1.prepare(FAILED).bind(id, refund.id, noteOf(refund, amount))])
}

const PUT_OFF = `UPDATE refunds SET lease_until = ?4, note = ?5 WHERE ${AS_LEASED}`

/** Asked again later, and ever later. What is refused time and again waits for an admin; what is not known, never. */
async function putOff(owed: Owed, { message, trouble }: ProviderError, now: Date): Promise<void> {
  if (trouble === 'refused' && owed.attempts >= PATIENT_ATTEMPTS) return refuse(owed, null, message)
  await d1.batchAgain([d1.prepare(PUT_OFF).bind(...asLeased(owed), secondsOf(now) + pauseAfter(owed), message)])
}

function pauseAfter({ attempts }: Owed): number {
  return Math.min(LONGEST_PAUSE_SECONDS, 60 * 2 ** attempts)
}
