import { eq } from 'drizzle-orm'
import type { BookingState } from '#domain/bookings/booking-status.ts'
import { paiseOf } from '#domain/catalogue/pricing.ts'
import { ORDER_CREATION_LEASE_SECONDS } from '#domain/constants.ts'
import { d1, db } from '#server/db/client.ts'
import { dateFrom, secondsOf } from '#server/db/instants.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { errorFields, logError } from '#server/runtime/log.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { releaseHoldWithoutOrder } from '#server/slots/hold-deadlines.ts'
import { nextCheckAt } from './due-orders.ts'
import { checkoutOrder, provider } from './provider/current-provider.ts'

// Provider orders of held bookings. Each booking has at most one order: one request creates it, concurrent requests of
// the same rider wait.

interface BookingToOrder {
  id: string
  /** Rupees. */
  amount: number
}

const SAVE_ORDER = `
UPDATE bookings SET order_id = ?2, ordering_until = NULL, next_check_at = ?3
 WHERE id = ?1 AND order_id IS NULL`

/** Creates the order; only for the request that claimed it. Releases the slot and throws 502 if the provider fails. */
export async function createOrder({ amount, id }: BookingToOrder, now: Date) {
  const order = await provider()
    .createOrder({ amount: paiseOf(amount), receipt: id }, now)
    .catch(async (error: unknown) => {
      logError('order_creation_failed', { booking_id: id, ...errorFields(error) })
      await releaseHoldWithoutOrder(id, now)
      throw refusal('order_failed')
    })
  const next = nextCheckAt({ created_at: now, state: 'held' }, now)
  const [, stored] = await d1.batchIdempotent<{ hold_until: number | null; order_id: string | null }>([
    d1.prepare(SAVE_ORDER).bind(id, order.id, next && secondsOf(next)),
    d1.prepare('SELECT hold_until, order_id FROM bookings WHERE id = ?1').bind(id)
  ])
  const { hold_until = null, order_id = null } = stored?.results[0] ?? {}
  return checkoutOrder({
    amount,
    hold_until: hold_until === null ? null : dateFrom(hold_until),
    id,
    order_id: order_id ?? order.id
  })
}

/** Waits for the order of a hold. Creates it if the other request's claim expired; throws 502 if no order appears. */
export async function waitForOrder(id: string, now: Date) {
  for (const delay of POLL_DELAYS_MS) {
    const { amount, hold_until, order_id, state } = await orderState(id)
    if (order_id !== null) return checkoutOrder({ amount, hold_until, id, order_id })
    if (!ORDERABLE_STATES.includes(state)) throw refusal('order_failed')
    if (await claimsOrderCreation(id)) return createOrder({ amount, id }, now)
    await new Promise(resolve => setTimeout(resolve, delay))
  }
  throw refusal('order_failed')
}

const ORDERABLE_STATES: readonly BookingState[] = ['held']

/** In total slightly longer than ORDER_CREATION_LEASE_SECONDS, after which any request may claim the order. */
const POLL_DELAYS_MS = [100, 200, 400, 800, 1000, 1500, 2000, 2000, 2500, 0]

async function orderState(id: string) {
  const [booking] = await db
    .select({
      amount: bookings.amount,
      hold_until: bookings.hold_until,
      order_id: bookings.order_id,
      state: bookings.state
    })
    .from(bookings)
    .where(eq(bookings.id, id))
  if (!booking) throw refusal('booking_not_found')
  return booking
}

const CLAIM_ORDER_CREATION = `
UPDATE bookings SET ordering_until = ?2 + ${ORDER_CREATION_LEASE_SECONDS}
 WHERE id = ?1 AND state = 'held' AND order_id IS NULL AND coalesce(ordering_until, 0) <= ?2
RETURNING id`

/** Claims the creation of the order if no other request holds an unexpired claim. */
async function claimsOrderCreation(id: string): Promise<boolean> {
  const { results } = await d1.prepare(CLAIM_ORDER_CREATION).bind(id, secondsOf(new Date())).all()
  return results.length > 0
}
