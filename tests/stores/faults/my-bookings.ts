import { resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking, previewReturn, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { SIGNATURES } from '#tests/helpers/data/photos.ts'
import { advanceTime, finish, mountStores, openPage, server } from '#tests/stores/browser-tab.ts'
import { dialogs, order } from '#tests/stores/payment/provider-dialog.ts'
import { type FaultCase, isWithoutAnswer, WITH_DETAIL } from './faults.ts'

const held = {
  end_time: '2026-06-15T19:00:00Z',
  expires_at: '2026-06-15T09:20:00Z',
  id: 'held',
  payment_status: 'Pending' as const,
  scooter: { name: 'Ather' },
  start_time: '2026-06-15T18:00:00Z'
}

async function arrive() {
  openPage('/my-bookings', 'rider')
  server.answer(cancelBooking, {})
  server.answer(listMyBookings, [held])
  server.answer(previewReturn, { refund: 0 })
  server.answer(resumePayment, order)
  server.answer(returnRide, { end_time: '2026-06-15T18:20:00Z', refund: 0 })
  server.answer(uploadReturnPhoto, { id: 'photo-1' })
  await import('#stores/my-bookings/resume-payment.ts')
  return {
    ...(await import('#stores/my-bookings/manage-ride/pending-return.ts')),
    ...(await import('#stores/my-bookings/manage-ride/send-pending-return.ts')),
    ...(await import('#stores/my-bookings/bookings.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts')),
    ...(await import('#stores/my-bookings/booking-dialogs.ts')),
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts'))
  }
}

async function arrived() {
  const page = await arrive()
  mountStores(page.$bookings)
  // Waits for the refresh half a second after arriving.
  await advanceTime(2000)
  const [booking] = page.$bookings.get()
  if (typeof booking !== 'object') throw new Error('no booking has loaded')
  return { booking, page }
}

/** The question before a ride is ended is open, with a photo. */
async function returning() {
  const { booking, page } = await arrived()
  await finish(page.openDialog('return', booking))
  page.returnPhoto.choose(new File([SIGNATURES.jpeg], 'parked.jpg', { type: 'image/jpeg' }))
  return {
    call: () => page.returnRide(),
    retry: () => (page.$pendingReturns.get().length > 0 ? page.sendPendingReturns() : page.returnRide()),
    hasSucceeded: () => server.requestCount(returnRide) > 0 && page.$bookingToReturn.get() === null,
    isBusy: () => page.$isReturning.get(),
    // Without an answer, the return itself is kept.
    preservedInput: () =>
      page.returnPhoto.$photo.get()?.name ?? (page.$pendingReturns.get().length > 0 ? 'parked.jpg' : null)
  }
}

export const rows: FaultCase[] = [
  {
    file: 'client/uploads/uploads.ts',
    isUpload: true,
    endpoint: uploadReturnPhoto,
    open: returning,
    // Without an answer, the return is kept without its photo.
    error: { prefersDetail: true, sentence: /^(Failed to end the ride|Your photo couldn't be sent)/ }
  },
  {
    file: 'stores/my-bookings/manage-ride/manage-ride.ts',
    endpoint: returnRide,
    open: returning,
    isSilent: isWithoutAnswer,
    error: { prefersDetail: true, sentence: rideCardText.returnFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/send-pending-return.ts',
    endpoint: returnRide,
    open: async () => {
      const { booking } = await arrived()
      const store = {
        ...(await import('#stores/my-bookings/manage-ride/pending-return.ts')),
        ...(await import('#stores/my-bookings/manage-ride/send-pending-return.ts'))
      }
      store.keepPendingReturn({ id: booking.id, photo_id: null, pressed_at: new Date().toISOString() })
      return {
        call: () => store.sendPendingReturns(),
        hasSucceeded: () => store.$pendingReturns.get().length === 0
      }
    },
    isSilent: failure => isWithoutAnswer(failure) || failure.detail === undefined || failure === WITH_DETAIL,
    error: { prefersDetail: true, sentence: rideCardText.returnFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/manage-ride.ts',
    endpoint: previewReturn,
    open: async () => {
      const { booking, page } = await arrived()
      return {
        call: () => page.openDialog('return', booking),
        hasSucceeded: () => page.$bookingToReturn.get() === booking,
        isBusy: () => page.$isDialogLoading.get(),
        preservedInput: () => page.$bookings.get()
      }
    },
    isSilent: isWithoutAnswer,
    error: { prefersDetail: true, sentence: rideCardText.returnFailed }
  },
  {
    file: 'stores/my-bookings/bookings.ts',
    endpoint: listMyBookings,
    open: async () => {
      const page = await arrive()
      return {
        call: async () => {
          mountStores(page.$bookings)
          await advanceTime(1000)
        },
        retry: () => page.retryBookings(),
        hasSucceeded: () => page.$bookings.get().length === 1,
        isBusy: () => page.$bookings.get() === 'loading' || page.$isRefreshing.get()
      }
    },
    error: { sentence: myBookingsText.loadFailed }
  },
  {
    file: 'stores/my-bookings/resume-payment.ts',
    endpoint: resumePayment,
    open: async () => {
      const { booking, page } = await arrived()
      return {
        call: () => {
          void page.completePayment(booking)
        },
        hasSucceeded: () => dialogs.length === 1,
        isBusy: () => page.$payingBookingId.get() !== null && dialogs.length === 0,
        preservedInput: () => page.$bookings.get()
      }
    },
    error: { prefersDetail: true, sentence: myBookingsText.completePaymentFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/manage-ride.ts',
    endpoint: cancelBooking,
    open: async () => {
      const { booking, page } = await arrived()
      return {
        call: async () => {
          await page.openDialog('cancel', booking)
          await page.cancelBooking()
        },
        hasSucceeded: () => server.requestCount(cancelBooking) > 0 && page.$bookingToCancel.get() === null,
        isBusy: () => page.$isDialogLoading.get() || page.$isCancelling.get(),
        preservedInput: () => page.$bookings.get()
      }
    },
    error: { prefersDetail: true, sentence: commonText.cancelFailed }
  }
]
