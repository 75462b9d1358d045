import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/bookings/cancel.ts'
import { bookingCancelled, cancelledWithRefund, extensionCancelled } from '#messages/my-bookings/cancel-booking.ts'
import { cancelFailed } from '#messages/my-bookings/my-bookings.ts'
import { toast } from '#stores/app/toasts.ts'
import { onRefusal } from '#stores/kit/on-refusal.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { isPaid } from '#stores/my-bookings/booking-details.ts'
import { $bookingToCancel } from '#stores/my-bookings/booking-dialogs.ts'
import { refreshAfter } from '#stores/my-bookings/my-bookings.ts'
import { replacePanel } from './replace-panel.ts'

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

/** If the refund has changed, the dialog stays open with the new one. */
export async function cancelBooking(): Promise<void> {
  const booking = $bookingToCancel.get()
  if (booking === null) return
  const preview = isPaid(booking) ? $preview.get() : null
  let isCancelled = false
  let hasNewRefund = false
  await whileBusy($isCancelling, cancelFailed, async () => {
    const body = preview ? { amount: preview.refund } : {}
    const request = call(contract.cancelBooking, { body, params: { id: booking.id } })
    const { refund } = await onRefusal(request, ['refund_changed'], async problem => {
      await loadPreview(booking.id)
      hasNewRefund = true
      throw problem
    })
    const cancelled = booking.kind === 'extension' ? extensionCancelled : bookingCancelled
    toast('success', refund ? cancelledWithRefund(refund) : cancelled)
    isCancelled = true
  })
  if (hasNewRefund) return
  $bookingToCancel.set(null)
  await refreshAfter(isCancelled)
}
