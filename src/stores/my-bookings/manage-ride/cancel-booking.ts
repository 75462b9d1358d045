import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/bookings/manage-ride.ts'
import { cancelFailed } from '#messages/labels.ts'
import { bookingCancelled, cancelledWithRefund, extensionCancelled } from '#messages/my-bookings/manage-ride.ts'
import { toast } from '#stores/app/toasts.ts'
import { onRefusal, showFailure, whileBusy } from '#stores/kit/errors.ts'

import { isPaid } from '#stores/my-bookings/booking-details.ts'
import { $bookingToCancel } from '#stores/my-bookings/booking-dialogs.ts'
import { refreshAfter } from '#stores/my-bookings/my-bookings.ts'
import { replacePanel } from './ride-panel.ts'

/** What the rider is refunded for the paid booking in the dialog. */
export const $preview = atom<contract.CancelPreview | null>(null)
export const $isPreviewLoading = atom(false)
export const $isCancelling = atom(false)

async function loadPreview(id: string): Promise<void> {
  $preview.set(await call(contract.previewCancellation, { params: { id } }))
}

/** Reads the refund, then replaces the panel of the ride by the question. */
export function openPaidCancelDialog(): Promise<void> {
  return replacePanel({
    $isLoading: $isPreviewLoading,
    failureMessage: cancelFailed,
    load: ({ id }) => loadPreview(id),
    open: booking => $bookingToCancel.set(booking)
  })
}

export function closeCancelDialog(): void {
  $bookingToCancel.set(null)
}

/** The refusals that mean that the booking has changed, so it cannot be cancelled like this any more. */
const STALE_REFUSALS = [
  'already_cancelled',
  'already_paid',
  'booking_not_found',
  'cannot_cancel',
  'payment_being_confirmed'
] as const

function closeAndRefresh(succeeded: boolean): Promise<void> {
  closeCancelDialog()
  return refreshAfter(succeeded)
}

/**
 * If the refund has changed, the dialog stays open with the new one. It also stays open after a failed request, for
 * another try.
 */
export async function cancelBooking(): Promise<void> {
  const booking = $bookingToCancel.get()
  if (booking === null) return
  const preview = isPaid(booking) ? $preview.get() : null
  await whileBusy($isCancelling, cancelFailed, async () => {
    const body = preview ? { amount: preview.refund } : {}
    const request = call(contract.cancelBooking, { body, params: { id: booking.id } })
    const response = await onRefusal(request, ['refund_changed', ...STALE_REFUSALS], async refusal => {
      showFailure(refusal, cancelFailed)
      if (refusal.code !== 'refund_changed') return () => closeAndRefresh(false)
      await loadPreview(booking.id)
      return undefined
    })
    if (!response || typeof response === 'function') return response
    const cancelled = booking.kind === 'extension' ? extensionCancelled : bookingCancelled
    toast('success', response.refund ? cancelledWithRefund(response.refund) : cancelled)
    return () => closeAndRefresh(true)
  })
}
