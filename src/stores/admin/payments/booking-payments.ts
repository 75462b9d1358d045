import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  type BookingForAdmin,
  type BookingPayments,
  getBookingPayments,
  reconcileBooking
} from '#contract/bookings/admin-bookings.ts'
import { paymentDetails as text } from '#messages/admin/payments/booking-payments.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { showFailures, whileBusy } from '#stores/kit/errors.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/loadable.ts'

/** The booking whose payments are shown; null while the panel is closed. */
export const $selectedBooking = atom<BookingForAdmin | null>(null)
export const $paymentDetails = atom<Loadable<BookingPayments>>('loading')
export const $isCheckingPayments = atom(false)

const beginRequest = latestOnly()

/** Loads the payments of a booking. The previous data stays on screen until the response arrives. */
async function load({ id }: BookingForAdmin): Promise<void> {
  const isLatest = beginRequest()
  await showFailures(text.loadFailed, () =>
    loadLatest($paymentDetails, isLatest, call(getBookingPayments, { params: { id } }))
  )
}

export function openBookingPayments(booking: BookingForAdmin): Promise<void> {
  $selectedBooking.set(booking)
  $paymentDetails.set('loading')
  return load(booking)
}

export function closeBookingPayments(): void {
  beginRequest()
  $selectedBooking.set(null)
}

/** Reloads the open panel after a change that may affect it. */
export async function reloadBookingPayments(): Promise<void> {
  const selected = $selectedBooking.get()
  if (selected) await load(selected)
}

export async function retryBookingPayments(): Promise<void> {
  const selected = $selectedBooking.get()
  if (selected) await openBookingPayments(selected)
}

/** Makes our server query the provider and apply the order's payments to the booking. */
export async function checkWithProvider(): Promise<void> {
  const booking = $selectedBooking.get()
  if (booking === null) return
  await whileBusy($isCheckingPayments, text.checkFailed, async () => {
    const isLatest = beginRequest()
    const response = await call(reconcileBooking, { params: { id: booking.id } })
    if (isLatest()) $paymentDetails.set(response)
    toast('success', text.checked)
    return () => reloadAfter('bookings')
  })
}
