import {
  cancelBookingAsAdmin,
  listMoveTargets,
  moveRideAsAdmin,
  previewCancellationAsAdmin,
  returnRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments, reconcileBooking } from '#contract/bookings/booking-payments.ts'
import { csvHead, exportBookings } from '#contract/bookings/bookings-csv.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as ridesText from '#messages/admin/rides.ts'
import { captureDownloads } from '#tests/helpers/data/downloads.ts'
import { booking, loadedRows, openTab, refund } from '#tests/stores/admin/page.ts'
import { mountStores, server, waitForTask } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'
import { storeRow } from './lists.ts'

// The calls about bookings.

export async function booked() {
  const { lists } = await openTab('bookings')
  server.answer(cancelBookingAsAdmin, { ...booking, payment_status: 'Refunded' })
  server.answer(getBookingPayments, { attempts: [], order_id: 'order_1', refunds: [] })
  server.answer(reconcileBooking, { attempts: [], order_id: 'order_1', refunds: [refund] })
  const [first] = loadedRows(lists.bookings)
  return { first, ...(await import('#stores/admin/payments/booking-payments.ts')) }
}

async function exporting(): Promise<Screen> {
  await openTab('bookings')
  server.answer(exportBookings, csvHead(), { 'content-type': 'text/csv; charset=utf-8' })
  const caught = captureDownloads()
  const { $isExporting, exportCsv } = await import('#stores/admin/bookings/booking-actions.ts')
  return { call: () => exportCsv(), hasSucceeded: () => caught.length === 1, isBusy: () => $isExporting.get() }
}

async function cancelling(): Promise<Screen> {
  const { first } = await booked()
  const { cancelBookingDialog } = await import('#stores/admin/bookings/booking-actions.ts')
  cancelBookingDialog.open(first)
  return {
    call: cancelBookingDialog.confirm,
    hasSucceeded: () => cancelBookingDialog.$row.get() === null,
    isBusy: () => cancelBookingDialog.$isBusy.get()
  }
}

async function openingCancel(): Promise<Screen> {
  const { first, openBookingPayments } = await booked()
  server.answer(previewCancellationAsAdmin, { owed: 70, refund: 140 })
  await waitForTask(openBookingPayments(first))
  const { $isOpeningCancel, cancelBookingDialog, openCancel } = await import(
    '#stores/admin/bookings/booking-actions.ts'
  )
  return {
    call: () => openCancel(first),
    hasSucceeded: () => cancelBookingDialog.$row.get() !== null,
    isBusy: () => $isOpeningCancel.get()
  }
}

async function returningRide(): Promise<Screen> {
  const { first } = await booked()
  server.answer(returnRideAsAdmin, first)
  const returning = await import('#stores/admin/bookings/booking-actions.ts')
  returning.returnDialog.open(first)
  returning.returnDialog.fields.setField('reason', 'The rider called')
  return {
    call: returning.returnDialog.confirm,
    hasSucceeded: () => returning.returnDialog.$row.get() === null,
    isBusy: () => returning.returnDialog.$isBusy.get(),
    preservedInput: () => returning.returnDialog.fields.$fields.get().reason
  }
}

async function openedMove() {
  const { first } = await booked()
  server.answer(listMoveTargets, [{ id: 's2', name: 'Blue 2' }])
  server.answer(moveRideAsAdmin, first)
  const { moveDialog } = await import('#stores/admin/bookings/booking-actions.ts')
  mountStores(moveDialog.$row, moveDialog.$targets)
  return { first, moveDialog }
}

async function loadingTargets(): Promise<Screen> {
  const { first, moveDialog } = await openedMove()
  return {
    call: () => moveDialog.open(first),
    hasSucceeded: () => typeof moveDialog.$targets.get() === 'object',
    isBusy: () => moveDialog.$targets.get() === 'loading',
    message: () => (moveDialog.$targets.get() === 'failed' ? ridesText.moving.targetsFailed : null)
  }
}

async function movingRide(): Promise<Screen> {
  const { first, moveDialog } = await openedMove()
  await waitForTask(moveDialog.open(first))
  moveDialog.fields.setField('reason', 'It does not start')
  return {
    call: moveDialog.confirm,
    hasSucceeded: () => moveDialog.$row.get() === null,
    isBusy: () => moveDialog.$isBusy.get(),
    preservedInput: () => [moveDialog.$chosenId.get(), moveDialog.fields.$fields.get().reason]
  }
}

async function viewingReturnPhoto(): Promise<Screen> {
  const { first } = await booked()
  const photographed = { ...first, return_photo_id: 'photo-1' }
  server.answer(getReturnPhoto, 'a photo', { 'content-type': 'image/png' })
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
  const { $photo, $row, open } = (await import('#stores/admin/bookings/ride-dialogs.ts')).returnPhotoDialog
  mountStores($photo, $row)
  return {
    call: () => open(photographed),
    hasSucceeded: () => typeof $photo.get() === 'object',
    isBusy: () => $photo.get() === 'loading',
    message: () => ($photo.get() === 'failed' ? ridesText.returnPhoto.failed : null)
  }
}

export const bookingRows: readonly FaultCase[] = [
  {
    file: 'stores/admin/bookings/booking-actions.ts',
    endpoint: exportBookings,
    open: exporting,
    error: { prefersDetail: true, sentence: adminBookingsText.list.exportFailed }
  },
  storeRow('bookings/ride-dialogs', returnRideAsAdmin, returningRide, ridesText.returning.failed),
  {
    file: 'stores/admin/bookings/ride-dialogs.ts',
    endpoint: listMoveTargets,
    open: loadingTargets,
    error: { sentence: ridesText.moving.targetsFailed }
  },
  storeRow('bookings/ride-dialogs', moveRideAsAdmin, movingRide, ridesText.moving.failed),
  {
    file: 'stores/admin/bookings/ride-dialogs.ts',
    endpoint: getReturnPhoto,
    open: viewingReturnPhoto,
    error: { sentence: ridesText.returnPhoto.failed }
  },
  storeRow('bookings/booking-actions', previewCancellationAsAdmin, openingCancel, adminBookingsText.cancelling.failed),
  storeRow('bookings/booking-actions', cancelBookingAsAdmin, cancelling, adminBookingsText.cancelling.failed)
]
