import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type BookingForAdmin, returnRideAsAdmin } from '#contract/bookings/admin/admin-bookings.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { returning as text } from '#messages/admin/bookings/ride-return.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createRowFields } from '#stores/admin/kit/row-fields.ts'
import { $selectedBooking, reloadBookingPayments } from '#stores/admin/payments/booking-payments.ts'
import { toast } from '#stores/app/toasts.ts'
import { HAS_RIDE_ACTIONS } from '#stores/kit/backend-features.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'

// An admin ends a ride that is under way, and says why.

/** The ride that the question is about. */
export const $rideToReturn = atom<BookingForAdmin | null>(null)
const $rideId = computed($rideToReturn, ride => ride?.id ?? null)
export const returnFields = createRowFields($rideId, ['reason'])
export const $isReturning = atom(false)

/** True for a paid ride that is under way. A returned one has ended. */
export function canReturn({ end_time, payment_status, start_time }: BookingForAdmin, now: Date): boolean {
  const isUnderWay = parseInstant(start_time) <= now && now < parseInstant(end_time)
  return HAS_RIDE_ACTIONS && payment_status === 'Completed' && isUnderWay
}

export function openReturnDialog(booking: BookingForAdmin): void {
  returnFields.clearErrors()
  $rideToReturn.set(booking)
}

export function closeReturnDialog(): void {
  $rideToReturn.set(null)
}

export async function submitReturn(): Promise<void> {
  const booking = $rideToReturn.get()
  if (booking === null) return
  const body = { reason: returnFields.$fields.get().reason.trim() }
  if (returnFields.showIssues(returnRideAsAdmin.body, body)) return
  await whileBusy($isReturning, text.failed, async () => {
    const returned = await call(returnRideAsAdmin, { body, params: { id: booking.id } })
    toast('success', text.done)
    returnFields.clear(booking.id)
    closeReturnDialog()
    if ($selectedBooking.get()?.id === booking.id) $selectedBooking.set(returned)
    return () => Promise.all([reloadAfter('bookings'), reloadBookingPayments()])
  })
}
