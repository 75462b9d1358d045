import { atom } from 'nanostores'
import { downloadFile } from '#client/device/files.ts'
import { endPrint, printPart } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import {
  type BookingForAdmin,
  cancelBookingAsAdmin,
  previewCancellationAsAdmin,
  readSlip,
  type Slip,
  type StaffRide
} from '#contract/bookings/admin-bookings.ts'
import { csvFileName, csvHead, csvRow, exportBookings } from '#contract/bookings/bookings-csv.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { HAS_RIDE_CHANGES } from '#domain/backend.ts'
import { phoneText } from '#domain/riders/contact.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as ridesText from '#messages/admin/rides.ts'
import { bookings, reloadAfterBooking } from '#stores/admin/bookings/booking-lists.ts'
import { toQueryParams } from '#stores/admin/list/list-query.ts'
import { createNoteDialog, findRow } from '#stores/admin/list/row-dialogs.ts'
import { $selectedBooking, reloadBookingPayments } from '#stores/admin/payments/booking-payments.ts'
import { disputeOverrideFor } from '#stores/admin/payments/refunds.ts'
import { supportPhone } from '#stores/app/support.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { logFailure, whileBusy } from '#stores/kit/requests.ts'
import { createAbsenceDialog, createMoveDialog, createReturnDialog } from './ride-dialogs.ts'

async function reload(): Promise<void> {
  await Promise.all([reloadAfterBooking(), reloadBookingPayments()])
}

// An admin can cancel a booking even after its ride has ended. The amount paid is refunded.

export function canCancel({ amount, payment_status }: BookingForAdmin): boolean {
  const isOpen = payment_status === 'Completed' || payment_status === 'Pending'
  return HAS_RIDE_CHANGES && isOpen && typeof amount === 'number'
}

/** The booking is a part of an extended ride, which is cancelled as a whole for `refund` rupees. */
export function cancelsOtherRows(
  { amount, payment_status, refunded, ride_id }: BookingForAdmin,
  refund: number
): boolean {
  if (payment_status !== 'Completed') return false
  return ride_id !== null || refund > (amount ?? 0) - (refunded ?? 0)
}

/** What a cancellation refunds now, and what is owed beside it if the operator cancels. Rupees. */
export const $preview = atom({ owed: 0, refund: 0 })

/** A hold has no refund, so a dispute about another payment for it does not matter here. */
const isDisputed = (booking: BookingForAdmin) => $preview.get().refund > 0 && Boolean(booking.dispute)

export const REQUESTED_BY = ['byUs', 'byRider'] as const
/** A rider who has asked for the cancellation is owed nothing. */
export const $requestedBy = atom<string>(REQUESTED_BY[0])
export const chooseRequestedBy = (requestedBy: string): void => $requestedBy.set(requestedBy)

async function loadPreview({ id }: BookingForAdmin): Promise<void> {
  $preview.set(await call(previewCancellationAsAdmin, { params: { id } }))
}

export const $isOpeningCancel = atom(false)

export function openCancel(booking: BookingForAdmin): Promise<void> {
  return whileBusy($isOpeningCancel, adminBookingsText.cancelling.failed, async () => {
    await loadPreview(booking)
    chooseRequestedBy(REQUESTED_BY[0])
    if ($selectedBooking.get()?.id === booking.id) cancelBookingDialog.open(booking)
  })
}

export const cancelBookingDialog = createNoteDialog({
  name: 'reason',
  schema: cancelBookingAsAdmin.body,
  toBody: (booking: BookingForAdmin, reason) => ({
    amount: $preview.get().refund,
    reason,
    ...($requestedBy.get() === 'byRider' ? { rider_asked: true } : { owed: $preview.get().owed }),
    ...(isDisputed(booking) && disputeOverrideFor(booking))
  }),
  perform: async (booking, body) => {
    await call(cancelBookingAsAdmin, { body, params: { id: booking.id } })
    return adminBookingsText.cancelled(body.amount, booking)
  },
  failureMessage: adminBookingsText.cancelling.failed,
  requiresSecondConfirmation: isDisputed,
  findCurrentRow: ({ id }) => findRow(bookings, booking => booking.id === id && canCancel(booking)),
  reload: async () => {
    const booking = cancelBookingDialog.$row.get()
    await Promise.all([reload(), booking && logFailure(loadPreview(booking))])
  }
})

// An admin moves a ride to another scooter, ends one that is under way or late, or says that its rider did not come.

/** True for a paid ride that has time left. A returned one has ended. */
export function canMove({ end_time, payment_status }: BookingForAdmin, now: Date): boolean {
  return HAS_RIDE_CHANGES && payment_status === 'Completed' && now < parseInstant(end_time)
}

/** True for such a ride if it is under way, and for a late one. */
export function canReturn(booking: BookingForAdmin, now: Date): boolean {
  return Boolean(booking.is_late) || (canMove(booking, now) && parseInstant(booking.start_time) <= now)
}

const findIf =
  (applies: typeof canMove) =>
  ({ id }: StaffRide) =>
    findRow(bookings, booking => booking.id === id && applies(booking, currentTime()))

export const absenceDialog = createAbsenceDialog({ findCurrentRow: findIf(() => true), reload })
export const moveDialog = createMoveDialog({ findCurrentRow: findIf(canMove), reload })
export const returnDialog = createReturnDialog({
  findCurrentRow: findIf(canReturn),
  isSeen: ({ is_late }) => Boolean(is_late),
  reload
})

export const $isExporting = atom(false)
/** Bytes of the file received so far. */
export const $exportedBytes = atom(0)

async function download(query: ClientInput<typeof exportBookings>['query']): Promise<string> {
  $exportedBytes.set(0)
  return call(exportBookings, { query }, { onReceived: bytes => $exportedBytes.set(bytes) })
}

/** Downloads all bookings that match the current search and filters, across all pages, as a CSV file. */
export function exportCsv(): Promise<void> {
  return whileBusy($isExporting, adminBookingsText.list.exportFailed, async () => {
    const { page, per_page, ...query } = toQueryParams(bookings.$query.get())
    const matching = bookings.$matchingRows.get()
    const csv = matching ? csvHead() + matching.map(row => csvRow(row)).join('') : await download(query)
    downloadFile(csvFileName(currentTime()), csv, 'text/csv')
  })
}

// The PIN of a ride for a rider who cannot read it: on the screen of the desk, or on paper. The device keeps nothing of it.

/** In the dialog, with the id of its booking; null while it is closed. */
export const $slip = atom<(Slip & { id: string }) | null>(null)
/** On paper. */
export const $sheet = atom<Slip | null>(null)
export const $isReadingPin = atom(false)

export async function showPin({ id }: Pick<BookingForAdmin, 'id'>): Promise<void> {
  await whileBusy($isReadingPin, ridesText.slip.failed, async () => {
    $slip.set({ ...(await call(readSlip, { params: { id } })), id })
  })
}

export function closeSlip(): void {
  $slip.set(null)
  $sheet.set(null)
  endPrint()
}

export function printSlip(sheet: Slip): void {
  $sheet.set(sheet)
  printPart('.slip-sheet')
}

/** 'Questions: +91 98450 11223'; null without a number. */
export function questionsText({ support_phone }: Slip): string | null {
  const phone = supportPhone(support_phone)
  return phone === '' ? null : ridesText.slip.questions(phoneText(`+${phone}`))
}
