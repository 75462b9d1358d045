import { ORDER_CREATION_LEASE_SECONDS } from '#domain/constants.ts'
import { paiseOf } from '#domain/money.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { dateFrom, secondsOf } from '#server/db/sql.ts'
import { errorFields, logError } from '#server/runtime/log.ts'
import { sleep } from '#server/runtime/outgoing.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isLiveUnpaidHold } from '#server/slots/booking-sql.ts'
import { releaseHoldWithoutOrder } from '#server/slots/hold-deadlines.ts'
import { checkoutOrder, provider } from './provider/provider.ts'
import { nextCheckAt } from './reconcile.ts'

// Provider orders of held bookings. Each booking has at most one order: one request creates it, concurrent requests of
// the same rider wait. `clock` reads the time anew, because the provider's answer and the waits take seconds.

const SAVE_ORDER = `
UPDATE bookings SET order_id = :order, ordering_until = NULL, next_check_at = :next
 WHERE id = :id AND order_id IS NULL`

/**
 * Creates the order; only for the request that claimed it. Releases the slot and throws 502 if the provider fails. The
 * order of a hold that ended meanwhile is stored, but not returned.
 */
export async function createOrder({ amount, id }: { id: string; amount: number }, clock: () => Date) {
  const now = clock()
  const order = await provider()
    .createOrder({ amount: paiseOf(amount), receipt: id }, now)
    .catch(async (error: unknown) => {
      logError('order_creation_failed', { booking_id: id, ...errorFields(error) })
      await releaseHoldWithoutOrder(id, now)
      throw refusal('order_failed')
    })
  const next = nextCheckAt({ created_at: now, state: 'held' }, now)
  const { stored } = await runIdempotent<{ stored: StoredOrder }>(
    { save: SAVE_ORDER, stored: selectOrder(id, clock()) },
    { id, next: next && secondsOf(next), order: order.id }
  )
  const { hold_until, order_id } = assertPayable(stored.results[0])
  return checkoutOrder({ amount, hold_until, id, order_id: order_id ?? order.id }, clock())
}

/** Waits for the order of a hold. Creates it if the other request's claim expired; throws 502 if no order appears. */
export async function waitForOrder(id: string, clock: () => Date) {
  for (const delay of POLL_DELAYS_MS) {
    const { amount, hold_until, order_id } = assertPayable(await selectOrder(id, clock()).first<StoredOrder>())
    if (order_id !== null) return checkoutOrder({ amount, hold_until, id, order_id }, clock())
    if (await claimOrderCreation(id, clock())) return createOrder({ amount, id }, clock)
    await sleep(delay)
  }
  throw refusal('order_failed')
}

/** In total slightly longer than ORDER_CREATION_LEASE_SECONDS, after which any request may claim the order. */
const POLL_DELAYS_MS = [100, 200, 400, 800, 1000, 1500, 2000, 2000, 2500, 0]

interface StoredOrder {
  amount: number
  hold_until: number
  order_id: string | null
}

// Without a live hold, a payment would only be refunded.
const SELECT_ORDER = `
SELECT amount, hold_until, order_id FROM bookings WHERE id = :id AND ${isLiveUnpaidHold('bookings')}`

const selectOrder = (id: string, now: Date) => prepareNamed(SELECT_ORDER, { id, now: secondsOf(now) })

/** Throws 409 if the hold was paid or has ended. */
function assertPayable(stored: StoredOrder | null | undefined) {
  if (!stored) throw refusal('hold_ended')
  return { ...stored, hold_until: dateFrom(stored.hold_until) }
}

const CLAIM_ORDER_CREATION = `
UPDATE bookings SET ordering_until = :now + ${ORDER_CREATION_LEASE_SECONDS}
 WHERE id = :id AND state = 'held' AND order_id IS NULL AND coalesce(ordering_until, 0) <= :now
RETURNING id`

/** Claims the creation of the order, and returns whether it did: if no other request holds an unexpired claim. */
async function claimOrderCreation(id: string, now: Date): Promise<boolean> {
  const { results } = await prepareNamed(CLAIM_ORDER_CREATION, { id, now: secondsOf(now) }).all()
  return results.length > 0
}
