import { disputeLost, refundFailed } from '#messages/admin.ts'
import { d1, secondsOf } from './db/client.ts'
import { IS_HELD_BACK, IS_LOST } from './dispute-sql.ts'
import { complain } from './log.ts'
import { ProviderError, type ProviderRefund } from './payment-provider.ts'
import { provider, refundOf } from './payments.ts'
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
  payment_id: string
  /** Of one that is still to be sent: the refund before it, which failed. */
  refund_id: string | null
  status: 'due' | 'sent'
}

const LEASE = `
UPDATE refunds SET attempts = attempts + 1, lease_until = ?1 + ${LEASE_SECONDS}
 WHERE payment_id IN (SELECT payment_id FROM refunds
                       WHERE status IN ('due', 'sent') AND coalesce(lease_until, 0) <= ?1
                         AND NOT (status = 'due' AND ${IS_HELD_BACK})
                       ORDER BY lease_until LIMIT ${REFUNDS_AT_ONCE})
RETURNING payment_id, booking_id, attempts, refund_id, status`

const GIVE_UP_LOST = `
UPDATE refunds SET status = 'review', lease_until = NULL, note = ?2
 WHERE status = 'due' AND coalesce(lease_until, 0) <= ?1 AND ${IS_LOST}`

/**
 * Sends what is due, and asks after what was sent and never told of; answers how many that are. A provider that does not
 * answer ends the run.
 */
export async function sendRefunds(now: Date): Promise<number> {
  await d1.batchAgain([d1.prepare(GIVE_UP_LOST).bind(secondsOf(now), disputeLost)])
  const { results } = await d1.prepare(LEASE).bind(secondsOf(now)).all<Owed>()
  for (const owed of results) {
    const answer = await answerFor(owed).catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
    if (!(answer instanceof ProviderError)) await keep(owed, answer, now)
    else {
      complain('refund_not_sent', { message: answer.message, payment_id: owed.payment_id })
      await putOff(owed, answer, now)
      if (answer.trouble !== 'refused') break
    }
  }
  return results.length
}

async function answerFor({ payment_id, refund_id, status }: Owed): Promise<ProviderRefund> {
  if (status === 'sent' && refund_id !== null) return provider().fetchRefund(refund_id)
  // The same key gives the same refund, so one that has failed is named in the next one's.
  const key = refund_id === null ? `rf-${payment_id}` : `rf-${payment_id}-${refund_id}`
  return provider()
    .refund(payment_id, key)
    .catch(async (error: unknown) => {
      const isRefused = error instanceof ProviderError && error.trouble === 'refused'
      // It may go back already: at the provider's desk, or in answer to a request whose answer was lost.
      const goesBack = isRefused && (await provider().fetchPayment(payment_id)).status === 'refunded'
      const made = goesBack ? await refundOf(payment_id) : null
      if (made) return made
      throw error
    })
}

const SENT = `
UPDATE refunds SET status = 'sent', refund_id = ?2, lease_until = ?3, note = NULL
 WHERE payment_id = ?1 AND status IN ('due', 'sent')`

async function keep(owed: Owed, { id, status }: ProviderRefund, now: Date): Promise<void> {
  if (status === 'processed') return refundProcessed({ ...owed, refund_id: id }, now)
  if (status === 'failed') return refundRefused({ ...owed, refund_id: id }, refundFailed)
  await d1.batchAgain([d1.prepare(SENT).bind(owed.payment_id, id, secondsOf(now) + pauseAfter(owed))])
}

// What is awaited may have failed. One that failed before, and is told of again, has nothing to do with the next.
const REFUSED = `
UPDATE refunds SET status = 'review', refund_id = coalesce(?2, refund_id), lease_until = NULL, note = ?3
 WHERE payment_id = ?1 AND (status = 'sent' OR (status = 'due' AND (?2 IS NULL OR refund_id IS NOT ?2)))`

/** The provider could not give the money back: an admin decides (design.md §10.2). */
export async function refundRefused(
  { payment_id, refund_id }: { payment_id: string; refund_id: string | null },
  note: string,
  also: Also = []
): Promise<void> {
  await d1.batchAgain([...also, d1.prepare(REFUSED).bind(payment_id, refund_id, note)])
}

const PUT_OFF = `UPDATE refunds SET lease_until = ?2, note = ?3 WHERE payment_id = ?1 AND status IN ('due', 'sent')`

/** Asked again later, and ever later. What is refused time and again waits for an admin; what is not known, never. */
async function putOff(owed: Owed, { message, trouble }: ProviderError, now: Date): Promise<void> {
  if (trouble === 'refused' && owed.attempts >= PATIENT_ATTEMPTS) {
    return refundRefused({ ...owed, refund_id: null }, message)
  }
  await d1.batchAgain([d1.prepare(PUT_OFF).bind(owed.payment_id, secondsOf(now) + pauseAfter(owed), message)])
}

function pauseAfter({ attempts }: Owed): number {
  return Math.min(LONGEST_PAUSE_SECONDS, 60 * 2 ** attempts)
}
