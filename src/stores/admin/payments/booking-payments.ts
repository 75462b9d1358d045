import { atom } from 'nanostores'
import { call, validationIssues } from '#client/http/api.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import {
  type BookingPayments,
  getBookingPayments,
  reconcileBooking,
  refundBooking
} from '#contract/bookings/booking-payments.ts'
import { payBackAtDesk } from '#contract/bookings/desk-booking.ts'
import type { DeskRefund } from '#contract/staff/today.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import { newRequestId } from '#domain/kit/text.ts'
import { deskMethodOf } from '#domain/payments.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { reloadAfterBooking } from '#stores/admin/bookings/booking-lists.ts'
import { createRowDialog, createRowFields } from '#stores/admin/list/row-dialogs.ts'
import { toast } from '#stores/app/toasts.ts'
import { type Loadable, latestOnly, loadLatest, showFailures, whileBusy } from '#stores/kit/requests.ts'

/** The booking in the panel; null while it is closed. */
export const $selectedBooking = atom<BookingForAdmin | null>(null)
export const $paymentDetails = atom<Loadable<BookingPayments>>('loading')
export const $isCheckingPayments = atom(false)

const beginRequest = latestOnly()

/** Loads the payments of a booking. The previous data stays on screen until the response arrives. */
async function load({ id }: BookingForAdmin): Promise<void> {
  const isLatest = beginRequest()
  await showFailures(refundsText.paymentDetails.loadFailed, async () => {
    const request = call(getBookingPayments, { params: { id } })
    await loadLatest($paymentDetails, isLatest, request)
    if (isLatest()) show(await request)
  })
}

/** Shows the booking as it is now beside its payments. */
function show(details: BookingPayments): void {
  $paymentDetails.set(details)
  if (details.booking) $selectedBooking.set(details.booking)
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
  await whileBusy($isCheckingPayments, refundsText.paymentDetails.checkFailed, async () => {
    const isLatest = beginRequest()
    const response = await call(reconcileBooking, { params: { id: booking.id } })
    if (isLatest()) show(response)
    toast('success', refundsText.paymentDetails.checked)
    return reloadAfterBooking
  })
}

// An admin refunds a part of a booking's payment, and says why. The booking stays.

/** Id of the booking whose form is open; null while it is closed. */
export const $goodwillBookingId = atom<string | null>(null)
const goodwillFields = createRowFields($goodwillBookingId, ['amount', 'reason'])
export const $isRefunding = atom(false)

/**
 * The ids of refunds by booking, which make a repeated request safe. A changed amount or reason is another refund, with
 * another id.
 */
const refundIds = new Map<string, string>()

function refundIdFor(bookingId: string): string {
  const id = refundIds.get(bookingId) ?? newRequestId()
  refundIds.set(bookingId, id)
  return id
}

/** What of the payment can still be refunded, in rupees. */
export function leftToRefund({ amount, dispute, payment_status, refunded }: BookingForAdmin): number {
  const isPaid = payment_status === 'Completed' || (payment_status === 'Cancelled' && refunded !== null)
  return isPaid && !dispute ? (amount ?? 0) - (refunded ?? 0) : 0
}

export function openGoodwill({ id }: BookingForAdmin): void {
  goodwillFields.clearErrors()
  $goodwillBookingId.set(id)
}

export const closeGoodwill = (): void => $goodwillBookingId.set(null)

export const goodwillForm = {
  ...goodwillFields,
  setField: (field: 'amount' | 'reason', typed: string): void => {
    refundIds.delete($goodwillBookingId.get() ?? '')
    goodwillFields.setField(field, typed)
  }
}

export async function sendGoodwill(): Promise<void> {
  const booking = $selectedBooking.get()
  if (booking === null || booking.id !== $goodwillBookingId.get()) return
  const { amount, reason } = goodwillFields.$fields.get()
  const body = { amount: parseWholeNumber(amount), id: refundIdFor(booking.id), reason: reason.trim() }
  if (goodwillFields.showIssues(validationIssues(refundBooking.body, body))) return
  await whileBusy($isRefunding, refundsText.refundProgress.failed, async () => {
    const details = await call(refundBooking, { body, params: { id: booking.id } })
    toast('success', booking.paid_by ? deskText.payBackNote : refundsText.refundProgress.queued)
    refundIds.delete(booking.id)
    goodwillFields.clear(booking.id)
    if ($goodwillBookingId.get() === booking.id) closeGoodwill()
    if ($selectedBooking.get()?.id === booking.id) show(details)
    return reloadAfterBooking
  })
}

/** The refund as Needs has it, if it is to be paid back at the desk; else null. */
export function deskRefundOf(refund: BookingPayments['refunds'][number]): DeskRefund | null {
  const { amount, booking_id, id, payment_id, property_name, status, user_name } = refund
  const pay = deskMethodOf(payment_id)
  const isOpen = status === 'due' || status === 'review'
  return pay && isOpen ? { amount, booking_id, id, pay, property_name, rider_name: user_name } : null
}

/** Asks before a refund counts as paid back at the desk. */
export const deskRefundDialog = createRowDialog<DeskRefund>({
  failureMessage: deskText.paidBackFailed,
  // The lists say what is left to pay back.
  findCurrentRow: () => null,
  perform: async ({ amount, booking_id, id, pay }) => {
    await call(payBackAtDesk, { body: { amount, refund_id: id }, params: { id: booking_id } })
    return deskText.paidBack(pay)
  },
  reload: async () => {
    await Promise.all([reloadAfterBooking(), reloadBookingPayments()])
  }
})
