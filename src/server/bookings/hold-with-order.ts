import { CONFLICT_END_HEADER, CONFLICT_START_HEADER } from '#contract/kit/error-body.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import type { ClosedReason } from '#domain/bookings/opening.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { dayOrDateText, roundedUpTimeText } from '#domain/time/time-texts.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import type { CallContext } from '#server/http/operation.ts'
import { clientIp, throttleKey } from '#server/http/throttle.ts'
import { createOrder, waitForOrder } from '#server/payments/orders.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal, retryAfter } from '#server/runtime/refusal.ts'
import type { HoldLimit } from '#server/slots/hold-limits.ts'
import { type HoldRequest, reserve } from '#server/slots/reserve.ts'

const LIMIT_CODES = {
  address: 'too_many_first_holds',
  deadline: 'hold_ending_soon',
  rider: 'too_many_holds',
  scooter: 'too_many_holds_of_scooter'
} as const satisfies Record<HoldLimit['reason'], RefusalCode>

/**
 * Holds the window before creating the order, so two riders can never pay for one slot. Throws the `unavailable`
 * refusal if the scooter or the ride to extend has changed.
 */
export async function holdWithOrder(
  request: Omit<HoldRequest, 'address' | 'id'>,
  unavailable: 'cannot_extend' | 'scooter_unavailable',
  call: CallContext
) {
  const { clock, now } = call
  const address = throttleKey('first hold', clientIp(call))
  const reserved = await reserveWithNewId({ ...request, address }, now)
  switch (reserved.outcome) {
    case 'held':
      return createOrder({ amount: request.amount, id: reserved.id }, clock)
    case 'already_held':
      return waitForOrder(reserved.id, clock)
    case 'blocked':
      throw refusal(reserved.block)
    case 'closed':
      throw closedRefusal(reserved, now)
    case 'conflict':
      throw refusal('booking_conflict').withHeaders({
        [CONFLICT_END_HEADER]: reserved.window.end.toISOString(),
        [CONFLICT_START_HEADER]: reserved.window.start.toISOString()
      })
    case 'own_ride':
      throw refusal('own_ride_overlaps')
    case 'limited':
      throw retryAfter(
        refusal(LIMIT_CODES[reserved.reason], roundedUpTimeText(reserved.until, now)),
        Math.ceil((reserved.until.getTime() - now.getTime()) / SECOND_MS)
      )
    case 'unavailable':
      throw refusal(unavailable)
  }
}

function closedRefusal({ property, reason }: { property: string; reason: ClosedReason }, now: Date) {
  switch (reason.code) {
    case 'closed_on_date':
      return refusal(reason.code, property, dayOrDateText(reason.day, dayOf(now)))
    case 'outside_hours':
      return refusal(
        reason.code,
        bookingBlocksText.hourText(reason.opens_at),
        bookingBlocksText.hourText(reason.closes_at)
      )
    case 'property_paused':
      return refusal(reason.code, property, bookingBlocksText.pauseEndText(reason.until, now))
  }
}

/** With a million bookings, one id in 4,000 has a reference that is taken. */
const IDS_TRIED = 5

/** Tries new ids until one has a reference that no other booking has. */
async function reserveWithNewId(request: Omit<HoldRequest, 'id'>, now: Date) {
  for (let tried = 0; tried < IDS_TRIED; tried += 1) {
    const id = newId()
    const reserved = await reserve({ ...request, id }, now)
    if (reserved.outcome !== 'reference_taken') return { id, ...reserved }
  }
  throw new Error(`The references of ${IDS_TRIED} new ids are taken`)
}
