import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type BookingForAdmin, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { returning as text } from '#messages/admin/bookings/ride-return.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { $selectedBooking, reloadDetails } from '#stores/admin/payments/booking-payments.ts'
import { toast } from '#stores/app/toasts.ts'
import { HAS_RIDE_ACTIONS } from '#stores/kit/backend-features.ts'
import { validationIssues } from '#stores/kit/validation-issues.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'

// An admin ends a ride that is under way, and says why.

/** The ride that the question is about. */
export const $rideToReturn = atom<BookingForAdmin | null>(null)
export const $reason = atom('')
export const $reasonError = atom<string | null>(null)
/** Counts the validation failures, so that the form can focus the reason after each. */
export const $reasonErrorCount = atom(0)
export const $isReturning = atom(false)

/** True for a paid ride that is under way. A returned one has ended. */
export function canReturn({ end_time, payment_status, start_time }: BookingForAdmin, now: Date): boolean {
  const isUnderWay = parseInstant(start_time) <= now && now < parseInstant(end_time)
  return HAS_RIDE_ACTIONS && payment_status === 'Completed' && isUnderWay
}

/** The ride that the typed reason is for. */
let typedFor: string | null = null

/** A question that was closed by mistake keeps what was typed for the same ride. */
export function openReturn(booking: BookingForAdmin): void {
  if (typedFor !== booking.id) $reason.set('')
  typedFor = booking.id
  $reasonError.set(null)
  $rideToReturn.set(booking)
}

export function closeReturn(): void {
  $rideToReturn.set(null)
}

export function setReason(typed: string): void {
  $reason.set(typed)
  $reasonError.set(null)
}

export async function returnRide(): Promise<void> {
  const booking = $rideToReturn.get()
  if (booking === null) return
  const body = { reason: $reason.get().trim() }
  const [issue] = validationIssues(returnRideAsAdmin.body, body)
  if (issue) {
    $reasonError.set(issue[1])
    $reasonErrorCount.set($reasonErrorCount.get() + 1)
    return
  }
  let isDone = false
  await whileBusy($isReturning, text.failed, async () => {
    const returned = await call(returnRideAsAdmin, { body, params: { id: booking.id } })
    isDone = true
    toast('success', text.done)
    $reason.set('')
    closeReturn()
    if ($selectedBooking.get()?.id === booking.id) $selectedBooking.set(returned)
  })
  if (isDone) await Promise.all([reloadAfter('bookings'), reloadDetails()])
}
