import { eq } from 'drizzle-orm'
import type { BookingState } from '#domain/booking-status.ts'
import { ORDERING_SECONDS } from '#domain/constants.ts'
import { paiseOf } from '#domain/pricing.ts'
import * as text from '#messages/booking.ts'
import { releaseUnordered } from '#server/bookings/hold-expiry.ts'
import { d1, dateFrom, db, secondsOf } from '#server/db/client.ts'
import { bookings } from '#server/db/schema.ts'
import { badGateway, badRequest } from '#server/http/errors.ts'
import { complainOf } from '#server/runtime/log.ts'
import { orderFor, provider } from './current-provider.ts'
import { nextCheck } from './due-orders.ts'

// The provider's order of a held booking. One is made for a booking however often it is asked for: whoever holds the
// slot sees to it, the same rider's other requests wait for what comes of it.

interface Unordered {
  id: string
  /** Rupees. */
  amount: number
}

const KEEP_ORDER = `
UPDATE bookings SET order_id = ?2, ordering_until = NULL, next_check_at = ?3
 WHERE id = ?1 AND order_id IS NULL`

/** For who holds the slot, or has taken over. When the provider makes no order, the slot is free at once. */
export async function newOrder({ amount, id }: Unordered, now: Date) {
  const made = await provider()
    .createOrder({ amount: paiseOf(amount), receipt: id }, now)
    .catch(async (error: unknown) => {
      complainOf(error, { booking_id: id })
      await releaseUnordered(id, now)
      throw badGateway(text.orderFailed)
    })
  const next = nextCheck({ created_at: now, state: 'held' }, now)
  const [, found] = await d1.batchAgain<{ hold_until: number | null; order_id: string | null }>([
    d1.prepare(KEEP_ORDER).bind(id, made.id, next && secondsOf(next)),
    d1.prepare('SELECT hold_until, order_id FROM bookings WHERE id = ?1').bind(id)
  ])
  const { hold_until = null, order_id = null } = found?.results[0] ?? {}
  return orderFor(
    { amount, hold_until: hold_until === null ? null : dateFrom(hold_until), id, order_id: order_id ?? made.id },
    now
  )
}

/** The order of a hold, as soon as there is one. */
export async function sameOrder(id: string, now: Date) {
  for (const pause of WAITS_MS) {
    const { amount, hold_until, order_id, state } = await orderOf(id)
    if (order_id !== null) return orderFor({ amount, hold_until, id, order_id }, now)
    if (!HELD.includes(state)) throw badGateway(text.orderFailed)
    if (await takesOver(id)) return newOrder({ amount, id }, now)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
  throw badGateway(text.orderFailed)
}

const HELD: readonly BookingState[] = ['held']

/** In all a little longer than ORDERING_SECONDS, after which the order is anybody's to ask for. */
const WAITS_MS = [100, 200, 400, 800, 1000, 1500, 2000, 2000, 2500, 0]

async function orderOf(id: string) {
  const [booking] = await db
    .select({
      amount: bookings.amount,
      hold_until: bookings.hold_until,
      order_id: bookings.order_id,
      state: bookings.state
    })
    .from(bookings)
    .where(eq(bookings.id, id))
  if (!booking) throw badRequest(text.bookingNotFound)
  return booking
}

const TAKE_OVER = `
UPDATE bookings SET ordering_until = ?2 + ${ORDERING_SECONDS}
 WHERE id = ?1 AND state = 'held' AND order_id IS NULL AND coalesce(ordering_until, 0) <= ?2
RETURNING id`

/** Whoever was asking for the order has not come back. */
async function takesOver(id: string): Promise<boolean> {
  const { results } = await d1.prepare(TAKE_OVER).bind(id, secondsOf(new Date())).all()
  return results.length > 0
}
