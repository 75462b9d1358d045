import { resumePayment } from '#contract/bookings/create-booking.ts'
import {
  cancelBooking,
  extendBooking,
  getWayOut,
  listExtensions,
  moveOwnRide,
  previewCancellation,
  previewReturn,
  returnRide,
  takeMoneyBack
} from '#contract/bookings/manage-ride.ts'
import { getBooking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/riders/push-devices.ts'
import { uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { SIGNATURES } from '#tests/helpers/data/photos.ts'
import { advanceTime, mountStores, openPage, server } from '#tests/stores/browser-tab.ts'
import { FakePush } from '#tests/stores/my-bookings/manage-ride/fake-push.ts'
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

const TERMS = { free_cancel_minutes: 60, grace_minutes: 10, late_cancel_percent: 50 }

const EXTENSIONS = {
  choices: [1, 2].map(hours => ({ amount: 140, end_time: '2026-06-15T21:00:00Z', hours })),
  next_taken: null,
  reason: null
}

async function arrive() {
  openPage('/my-bookings', 'rider')
  server.answer(cancelBooking, {})
  server.answer(listMyBookings, [held])
  server.answer(previewCancellation, { amount: 140, refund: 70 })
  server.answer(getBooking, { ...held, revision: 3, rows: [], terms: TERMS })
  server.answer(previewReturn, { refund: 0 })
  server.answer(resumePayment, order)
  server.answer(listExtensions, EXTENSIONS)
  server.answer(extendBooking, order)
  server.answer(returnRide, { end_time: '2026-06-15T18:20:00Z', refund: 0 })
  server.answer(uploadReturnPhoto, { id: 'photo-1' })
  server.answer(reportProblem, { id: 'a'.repeat(32) })
  server.answer(getWayOut, { cause: 'broken', is_full: true, refund: 140, scooters: [{ id: 's1', name: 'Blue 3' }] })
  server.answer(moveOwnRide, { ...held, scooter: { id: 's1', name: 'Blue 3' } })
  server.answer(takeMoneyBack, { refund: 140 })
  await import('#stores/my-bookings/resume-payment.ts')
  return {
    ...(await import('#stores/my-bookings/manage-ride/pending-return.ts')),
    ...(await import('#stores/my-bookings/manage-ride/send-pending-return.ts')),
    ...(await import('#stores/my-bookings/bookings.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts')),
    ...(await import('#stores/my-bookings/booking-dialogs.ts')),
    ...(await import('#stores/my-bookings/manage-ride/panel.ts')),
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

/** More than a page of past rides. */
const past = Array.from({ length: 30 }, (_, day) => ({
  end_time: `2026-04-${String(30 - day).padStart(2, '0')}T19:00:00Z`,
  id: `past-${day}`,
  payment_status: 'Completed' as const,
  scooter: { name: 'Ather' },
  start_time: `2026-04-${String(30 - day).padStart(2, '0')}T18:00:00Z`
}))

async function arrivedWithMore() {
  const page = await arrive()
  server.answer(listMyBookings, past, { 'x-has-more': 'true' })
  await import('#stores/my-bookings/bookings.ts')
  mountStores(page.$bookings)
  await advanceTime(2000)
  return page
}

/** The question before a ride is ended is open, with a photo. */
async function returning() {
  const { booking, page } = await arrived()
  const opening = page.openDialog('return', booking)
  await advanceTime(1000)
  await opening
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

/** The options of a ride with trouble are shown. */
async function choosing() {
  const { booking, page } = await arrived()
  const store = await import('#stores/my-bookings/trouble.ts')
  const opening = page.openDialog('wayOut', booking)
  await advanceTime(1000)
  await opening
  return { booking, page, store }
}

async function withPush() {
  const push = new FakePush()
  push.install()
  const page = await arrive()
  const store = await import('#stores/my-bookings/manage-ride/panel.ts')
  server.answer(getPush, { public_key: 'key' })
  server.answer(subscribeToPush, { message: manageRideText.remindersOn })
  server.answer(unsubscribeFromPush, { message: manageRideText.remindersOff })
  mountStores(page.$bookings)
  mountStores(store.$deviceReminders)
  await advanceTime(2000)
  return { push, store }
}

const turningRemindersOn = async () => {
  const { push, store } = await withPush()
  return {
    call: () => store.turnRemindersOn(),
    hasSucceeded: () => store.$deviceReminders.get() === 'on' && push.subscription !== null,
    isBusy: () => store.$areRemindersChanging.get()
  }
}

export const rows: FaultCase[] = [
  {
    file: 'stores/my-bookings/manage-ride/panel.ts',
    endpoint: getPush,
    open: turningRemindersOn,
    error: { prefersDetail: true, sentence: manageRideText.remindersFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/panel.ts',
    endpoint: subscribeToPush,
    open: turningRemindersOn,
    error: { prefersDetail: true, sentence: manageRideText.remindersFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/panel.ts',
    endpoint: unsubscribeFromPush,
    open: async () => {
      const { push, store } = await withPush()
      push.subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', key: 'key' }
      return {
        call: () => store.turnRemindersOff(),
        hasSucceeded: () => server.requestCount(unsubscribeFromPush) > 0,
        isBusy: () => store.$areRemindersChanging.get()
      }
    },
    otherMessages: [manageRideText.remindersOff]
  },
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
    file: 'stores/my-bookings/pending-problems.ts',
    endpoint: reportProblem,
    open: async () => {
      const { booking, page } = await arrived()
      const store = {
        ...(await import('#stores/my-bookings/trouble.ts')),
        ...(await import('#stores/my-bookings/pending-problems.ts'))
      }
      page.$managedBooking.set(booking)
      store.openProblemDialog()
      store.chooseKind('pin')
      store.$words.set('Dark')
      return {
        call: () => store.report(),
        hasSucceeded: () => Object.keys(store.$sentReports.get()).length > 0,
        isBusy: () => store.$isReporting.get(),
        preservedInput: () => store.$words.get()
      }
    },
    // It is kept for the next try.
    isSilent: failure => isWithoutAnswer(failure) || failure.detail === undefined || failure === WITH_DETAIL,
    error: { prefersDetail: true, sentence: troubleText.reportFailed }
  },
  {
    file: 'stores/my-bookings/trouble.ts',
    endpoint: getWayOut,
    open: async () => {
      const { booking, store } = await choosing()
      return {
        call: () => store.loadWayOut(booking),
        hasSucceeded: () => typeof store.$wayOut.get() === 'object',
        isBusy: () => store.$wayOut.get() === 'loading'
      }
    },
    error: { prefersDetail: true, sentence: troubleText.optionsFailed }
  },
  {
    file: 'stores/my-bookings/trouble.ts',
    endpoint: moveOwnRide,
    open: async () => {
      const { booking, store } = await choosing()
      return {
        call: () => store.takeScooter(booking, 's1'),
        hasSucceeded: () => store.$movedRide.get() !== null,
        isBusy: () => store.$choice.get() === 's1',
        preservedInput: () => store.$wayOut.get()
      }
    },
    error: { prefersDetail: true, sentence: troubleText.takeFailed }
  },
  {
    file: 'stores/my-bookings/trouble.ts',
    endpoint: takeMoneyBack,
    open: async () => {
      const { booking, page, store } = await choosing()
      return {
        call: () => store.takeMoney(booking, store.closeWayOut),
        hasSucceeded: () => server.requestCount(takeMoneyBack) > 0 && page.$bookingWithWayOut.get() === null,
        isBusy: () => store.$choice.get() === 'money',
        preservedInput: () => store.$wayOut.get()
      }
    },
    error: { prefersDetail: true, sentence: troubleText.refundFailed }
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
    file: 'stores/my-bookings/bookings.ts',
    endpoint: listMyBookings,
    open: async () => {
      const page = await arrivedWithMore()
      return {
        call: () => page.showMore('past'),
        hasSucceeded: () => page.$visibleCounts.get().past > 20,
        isBusy: () => page.$isLoadingMore.get(),
        preservedInput: () => page.$bookings.get()
      }
    },
    error: { prefersDetail: true, sentence: myBookingsText.loadFailed }
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
  },
  {
    file: 'stores/my-bookings/manage-ride/manage-ride.ts',
    endpoint: previewCancellation,
    open: async () => {
      const { booking, page } = await arrived()
      await page.openDialog('manage', booking)
      return {
        call: () => page.openPaidCancelDialog(),
        hasSucceeded: () => page.$bookingToCancel.get() === booking && page.$managedBooking.get() === null,
        isBusy: () => page.$isPreviewLoading.get(),
        preservedInput: () => page.$bookings.get()
      }
    },
    error: { prefersDetail: true, sentence: commonText.cancelFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/panel.ts',
    endpoint: getBooking,
    open: async () => {
      const { booking, page } = await arrived()
      await page.openDialog('manage', booking)
      return {
        call: () => page.openCalendarDialog(),
        hasSucceeded: () => page.$calendarRide.get()?.revision === 3 && page.$managedBooking.get() === null,
        isBusy: () => page.$isCalendarLoading.get(),
        preservedInput: () => page.$bookings.get()
      }
    },
    error: { prefersDetail: true, sentence: manageRideText.calendarFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/manage-ride.ts',
    endpoint: listExtensions,
    open: async () => {
      const { booking, page } = await arrived()
      await page.openDialog('manage', booking)
      return {
        call: () => page.openExtendDialog(),
        hasSucceeded: () => page.$bookingToExtend.get() === booking && page.$managedBooking.get() === null,
        isBusy: () => page.$areExtensionsLoading.get(),
        preservedInput: () => page.$bookings.get()
      }
    },
    error: { prefersDetail: true, sentence: rideCardText.extensionsFailed }
  },
  {
    file: 'stores/my-bookings/manage-ride/manage-ride.ts',
    endpoint: extendBooking,
    open: async () => {
      const { booking, page } = await arrived()
      await page.openDialog('manage', booking)
      await page.openExtendDialog()
      page.chooseExtension(2)
      return {
        call: async () => {
          void page.extendRide()
          await advanceTime(1000)
        },
        hasSucceeded: () => dialogs.length === 1,
        isBusy: () => page.$isExtending.get() && dialogs.length === 0,
        preservedInput: () => page.$extensionChoice.get()
      }
    },
    error: { prefersDetail: true, sentence: manageRideText.extendFailed }
  }
]
