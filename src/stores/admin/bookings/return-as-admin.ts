import { call } from '#client/http/api.ts'
import { type BookingForAdmin, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { returning as text } from '#messages/admin/bookings.ts'
import { bookings, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createPhotoDialog } from '#stores/admin/kit/photo-dialog.ts'
import { createRowDialog, createRowFields, findRow } from '#stores/admin/kit/row-actions.ts'
import { $selectedBooking, reloadBookingPayments } from '#stores/admin/payments/booking-payments.ts'
import { HAS_RIDE_ACTIONS } from '#stores/kit/backend-features.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// An admin ends a ride that is under way, and says why.

/** True for a paid ride that is under way. A returned one has ended. */
export function canReturn({ end_time, payment_status, start_time }: BookingForAdmin, now: Date): boolean {
  const isUnderWay = parseInstant(start_time) <= now && now < parseInstant(end_time)
  return HAS_RIDE_ACTIONS && payment_status === 'Completed' && isUnderWay
}

const returnBody = () => ({ reason: returnFields.$fields.get().reason.trim() })

/** The open panel shows a booking of the list. */
function showInPanel(booking: BookingForAdmin | null): void {
  if (booking && $selectedBooking.get()?.id === booking.id) $selectedBooking.set(booking)
}

export const returnDialog = createRowDialog<BookingForAdmin>({
  perform: async ({ id }) => {
    showInPanel(await call(returnRideAsAdmin, { body: returnBody(), params: { id } }))
    returnFields.clear(id)
    return text.done
  },
  failureMessage: text.failed,
  staleRowRefusals: ['booking_not_found', 'ride_changed', 'ride_not_under_way'],
  findCurrentRow: ({ id }) => {
    const current = findRow(bookings, booking => booking.id === id)
    showInPanel(current)
    return current && canReturn(current, new Date()) ? current : null
  },
  reload: async () => {
    await Promise.all([reloadAfter('bookings'), reloadBookingPayments()])
  }
})

const $rideId = computed(returnDialog.$row, ride => ride?.id ?? null)
export const returnFields = createRowFields($rideId, ['reason'])

export function openReturnDialog(booking: BookingForAdmin): void {
  returnFields.clearErrors()
  returnDialog.open(booking)
}

export async function confirmReturn(): Promise<void> {
  if (!returnFields.showIssues(returnRideAsAdmin.body, returnBody())) await returnDialog.confirm()
}

/** The photo of the parked scooter. */
export const returnPhotoDialog = createPhotoDialog<BookingForAdmin>({
  load: ({ return_photo_id }) => call(getReturnPhoto, { params: { id: return_photo_id ?? '' } }),
  name: 'return'
})
