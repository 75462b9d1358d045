import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  type BookingForAdmin,
  type BookingPayments,
  checkBookingMoney,
  getBookingMoney
} from '#contract/bookings/admin-bookings.ts'
import { paymentDetails as text } from '#messages/portal.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'

/** The booking whose payments are looked at; null while none are. */
export const $selectedBooking = atom<BookingForAdmin | null>(null)
export const $paymentDetails = atom<BookingPayments | 'failed' | 'loading'>('loading')
export const $checking = atom(false)

const beginRequest = latestOnly()

/** What is known of the booking that is looked at; what is on screen stays until the answer is there. */
async function load({ id }: BookingForAdmin): Promise<void> {
  const isLatest = beginRequest()
  // Each asking for itself: another booking may be looked at before the first has answered.
  await whileBusy(atom(false), text.loadFailed, async () => {
    const answer = await call(getBookingMoney, { params: { id } }).catch((error: unknown) => {
      if (isLatest() && $paymentDetails.get() === 'loading') $paymentDetails.set('failed')
      throw error
    })
    if (isLatest()) $paymentDetails.set(answer)
  })
}

export function openDetails(booking: BookingForAdmin): Promise<void> {
  $selectedBooking.set(booking)
  $paymentDetails.set('loading')
  return load(booking)
}

export function closeDetails(): void {
  beginRequest()
  $selectedBooking.set(null)
}

/** After a change that it may show. */
export async function reloadDetails(): Promise<void> {
  const selected = $selectedBooking.get()
  if (selected) await load(selected)
}

export async function retryDetails(): Promise<void> {
  const selected = $selectedBooking.get()
  if (selected) await openDetails(selected)
}

/** Has our server ask the provider, and settle what it answers. */
export async function checkWithProvider(): Promise<void> {
  const booking = $selectedBooking.get()
  if (booking === null) return
  let isDone = false
  await whileBusy($checking, text.checkFailed, async () => {
    const isLatest = beginRequest()
    const answer = await call(checkBookingMoney, { params: { id: booking.id } })
    if (isLatest()) $paymentDetails.set(answer)
    isDone = true
    toast('success', text.checked)
  })
  if (isDone) await reloadAfter('bookings')
}
