// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingForAdmin,
  cancelAbsentRide,
  cancelBookingAsAdmin,
  listAllBookings,
  listMoveTargets,
  moveRideAsAdmin,
  previewAbsence,
  previewCancellationAsAdmin,
  returnRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { getToday } from '#contract/staff/today.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { booking, loadedRows, openTab, parsedBooking } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openBookings(rows = [booking]) {
  const { lists } = await openTab('bookings')
  server.answer(listAllBookings, rows, { 'x-has-more': 'false' })
  await waitForTask(lists.bookings.load())
  server.answer(cancelBookingAsAdmin, { ...booking, payment_status: 'Refunded' })
  const store = await import('#stores/admin/bookings/booking-actions.ts')
  mountStores(store.cancelBookingDialog.$row)
  const [first] = loadedRows(lists.bookings)
  return { ...store, first }
}

const answerPreview = (preview: { owed?: number; refund?: number }) =>
  server.answer(previewCancellationAsAdmin, { owed: 0, refund: 140, ...preview })

async function openedDialog(preview: { owed?: number; refund?: number } = {}, row = booking) {
  const { first, openCancel, ...store } = await openBookings([row])
  server.answer(getBookingPayments, { attempts: [], refunds: [] })
  const { openBookingPayments } = await import('#stores/admin/payments/booking-payments.ts')
  await waitForTask(openBookingPayments(first))
  answerPreview(preview)
  await waitForTask(openCancel(first))
  return { ...store, first }
}

describe('cancelling a booking', () => {
  test.each([['paid', 'Completed', 140] as const, ['held', 'Pending', 0] as const])(
    'that is %s refunds what was paid for it',
    async (_, payment_status, amount) => {
      const { canCancel, cancelBookingDialog, first } = await openedDialog(
        { refund: amount },
        { ...booking, payment_status }
      )
      expect(canCancel(first)).toBe(true)
      await waitForTask(cancelBookingDialog.confirm())
      expect(server.requestsTo(cancelBookingAsAdmin)).toMatchObject([
        { body: { amount }, path: '/api/admin/bookings/9/cancel' }
      ])
      expect([await shownToasts(), cancelBookingDialog.$row.get()]).toEqual([
        [adminBookingsText.cancelled(amount, first)],
        null
      ])
    }
  )

  test.each([
    ['a ride without extensions', {}, 140, false],
    ['an extended ride', {}, 190, true],
    ['an extension', { ride_id: '8' }, 140, true],
    ['an unpaid extension', { payment_status: 'Pending' as const, ride_id: '8' }, 0, false]
  ])('of %s says whether it cancels more than that booking', async (_, fields, refund, expected) => {
    const { cancelsOtherRows, first } = await openBookings([{ ...booking, payment_status: 'Completed', ...fields }])
    expect(cancelsOtherRows(first, refund)).toBe(expected)
  })

  test.each([
    ['2026-06-15T12:59:59Z', 'ahead'],
    ['2026-06-15T13:00:00Z', 'under_way'],
    ['2026-06-15T16:00:00Z', 'under_way'],
    ['2026-06-15T16:00:01Z', 'over']
  ])('at %s shows that the ride is %s', async (now, stage) => {
    const times = { end_time: '2026-06-15T16:00:00Z', start_time: '2026-06-15T13:00:00Z' }
    const { first } = await openBookings([{ ...booking, ...times }])
    const { rideStage } = await import('#stores/admin/bookings/booking-lists.ts')
    expect(rideStage(first, new Date(now))).toBe(stage)
  })

  test.each(['Failed', 'Refunded', 'Cancelled'] as const)('is not offered when it is %s', async payment_status => {
    const { canCancel, first } = await openBookings([{ ...booking, payment_status }])
    expect(canCancel(first)).toBe(false)
  })

  test('is not offered when its price is unknown', async () => {
    const { canCancel, first } = await openBookings([{ ...booking, amount: null }])
    expect(canCancel(first)).toBe(false)
  })

  test.each([
    ['what is owed', 70, 'byUs', { owed: 70 }],
    ['that nothing is owed, so that a change is noticed', 0, 'byUs', { owed: 0 }],
    ['a cancellation that the rider has asked for', 70, 'byRider', { rider_asked: true }]
  ])('agrees to %s', async (_, owed, requestedBy, sent) => {
    const { $preview, cancelBookingDialog, chooseRequestedBy } = await openedDialog({ owed })
    expect($preview.get().owed).toBe(owed)
    chooseRequestedBy(requestedBy)
    await waitForTask(cancelBookingDialog.confirm())
    const [request] = server.requestsTo(cancelBookingAsAdmin)
    expect(request?.body).toEqual({ amount: 140, reason: '', ...sent })
  })

  test('shows what is owed now after it has changed', async () => {
    const { $preview, cancelBookingDialog } = await openedDialog()
    server.fail(cancelBookingAsAdmin, refusalFault('amount_changed', refundsText.amountChanged), 1)
    answerPreview({ owed: 70 })
    await waitForTask(cancelBookingDialog.confirm())
    expect([$preview.get().owed, cancelBookingDialog.$refusal.get()]).toEqual([70, refundsText.amountChanged])
  })
})

describe('with an external backend', () => {
  beforeEach(useExternalBackend)

  test('cancelling is not offered', async () => {
    const { canCancel, first } = await openBookings()
    expect(canCancel(first)).toBe(false)
  })

  test('refunds are not requested, and a payments URL shows the bookings', async () => {
    const { $screen } = await openTab('payments')
    expect([$screen.get(), server.requestCount(listRefunds)]).toEqual(['bookings', 0])
  })
})

const [BLUE, GREEN] = [
  { id: 's2', name: 'Blue 2' },
  { id: 's3', name: 'Green 3' }
]

const ride = parsedBooking({
  end_time: '2026-06-15T16:00:00Z',
  scooter_id: 's1',
  start_time: '2026-06-15T14:00:00Z'
})

const MOVED = { ...ride, scooter_id: 's3', scooter_name: GREEN.name }

const NO_PAYMENTS = { attempts: [], order_id: 'order_1', refunds: [] }

const listOnly = (...rows: BookingForAdmin[]) => server.answer(listAllBookings, rows, { 'x-has-more': 'false' })

const bodies = () => server.requestsTo(moveRideAsAdmin).map(({ body }) => body)

async function openQuestion() {
  await openTab('bookings')
  listOnly(ride)
  server.answer(getBookingPayments, NO_PAYMENTS)
  server.answer(listMoveTargets, [BLUE, GREEN])
  server.answer(moveRideAsAdmin, MOVED)
  const payments = await import('#stores/admin/payments/booking-payments.ts')
  const { moveDialog: dialog } = await import('#stores/admin/bookings/booking-actions.ts')
  mountStores(payments.$selectedBooking, dialog.$row, dialog.$targets, dialog.$chosenId, dialog.fields.$fields)
  await waitForTask(payments.openBookingPayments(ride))
  await waitForTask(dialog.open(ride))
  return { ...payments, dialog }
}

describe('an admin who moves a ride', () => {
  test('chooses among the free scooters, and sees the moved ride in the panel and the list', async () => {
    const { $selectedBooking, dialog } = await openQuestion()
    expect([dialog.$targets.get(), dialog.$chosenId.get()]).toEqual([[BLUE, GREEN], 's2'])
    const listed = server.requestCount(listAllBookings)
    server.answer(getBookingPayments, { ...NO_PAYMENTS, booking: MOVED })
    dialog.choose('s3')
    dialog.fields.setField('reason', ' It does not start ')
    await waitForTask(dialog.confirm())
    expect(bodies()).toEqual([{ from_scooter_id: 's1', reason: 'It does not start', scooter_id: 's3' }])
    expect(await shownToasts()).toEqual([ridesText.moved(GREEN.name)])
    expect($selectedBooking.get()).toMatchObject({ scooter_id: 's3' })
    expect(dialog.$row.get()).toBeNull()
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(listed)
  })

  test('chooses again among those still free if the scooter has just been taken, and need not repeat the reason', async () => {
    const { dialog } = await openQuestion()
    dialog.fields.setField('reason', 'It does not start')
    server.fail(moveRideAsAdmin, refusalFault('scooter_taken', bookingText.scooterTaken), 1)
    server.answer(listMoveTargets, [GREEN])
    await waitForTask(dialog.confirm())
    expect([dialog.$refusal.get(), await shownToasts()]).toEqual([bookingText.scooterTaken, []])
    expect([dialog.$targets.get(), dialog.$chosenId.get()]).toEqual([[GREEN], 's3'])
    await waitForTask(dialog.confirm())
    expect(bodies()[1]).toEqual({ from_scooter_id: 's1', reason: 'It does not start', scooter_id: 's3' })
  })

  test('moves the ride from where it is now if another admin has moved it, and keeps the choice', async () => {
    const { dialog } = await openQuestion()
    dialog.choose('s3')
    dialog.fields.setField('reason', 'It does not start')
    server.fail(moveRideAsAdmin, refusalFault('ride_changed', bookingText.rideChanged), 1)
    listOnly({ ...ride, scooter_id: 's2', scooter_name: BLUE.name })
    server.answer(listMoveTargets, [{ id: 's1', name: 'Red 1' }, GREEN])
    await waitForTask(dialog.confirm())
    expect([dialog.$refusal.get(), dialog.$row.get()?.scooter_name]).toEqual([bookingText.rideChanged, BLUE.name])
    await waitForTask(dialog.confirm())
    expect(bodies()[1]).toMatchObject({ from_scooter_id: 's2', scooter_id: 's3' })
  })
})

test('a ride that is moved in Today is loaded again there', async () => {
  const { lists } = await openTab('today', { role: 'caretaker' })
  const { moveDialog } = await import('#stores/admin/staff/today-dialogs.ts')
  server.answer(listMoveTargets, [BLUE])
  server.answer(moveRideAsAdmin, MOVED)
  const [first] = loadedRows(lists.today)[0].rides
  if (!first) throw new Error('the day is empty')
  const before = server.requestCount(getToday)
  await waitForTask(moveDialog.open(first))
  moveDialog.fields.setField('reason', 'It does not start')
  await waitForTask(moveDialog.confirm())
  expect(bodies()).toMatchObject([{ from_scooter_id: first.scooter_id, scooter_id: 's2' }])
  expect([moveDialog.$row.get(), server.requestCount(getToday)]).toEqual([null, before + 1])
})

describe('an admin who says that a rider did not come', () => {
  const absent = { ...ride, may_be_absent: true }

  async function openAbsence() {
    await openTab('bookings')
    listOnly(absent)
    server.answer(getBookingPayments, NO_PAYMENTS)
    server.answer(previewAbsence, { amount: 140, pin_seen_at: '2026-06-15T11:35:00Z', refund: 70 })
    server.answer(cancelAbsentRide, { ...absent, payment_status: 'Cancelled' })
    const { absenceDialog: dialog } = await import('#stores/admin/bookings/booking-actions.ts')
    mountStores(dialog.$row, dialog.$absence, dialog.$isHere)
    await waitForTask(dialog.open(absent))
    return dialog
  }

  test('reads the amounts first, and says that the scooter is here if the PIN was read', async () => {
    const dialog = await openAbsence()
    expect([dialog.$absence.get().refund, dialog.$row.get()?.id]).toEqual([70, absent.id])
    const refused = ridesText.pinWasRead('at 5:05 pm')
    server.fail(cancelAbsentRide, refusalFault('pin_was_read', refused), 1)
    await waitForTask(dialog.confirm())
    expect([dialog.$refusal.get(), dialog.$row.get()?.id]).toEqual([refused, absent.id])
    dialog.toggleIsHere()
    await waitForTask(dialog.confirm())
    expect(server.requestsTo(cancelAbsentRide).map(({ body }) => body)).toEqual([
      { amount: 70, is_here: false },
      { amount: 70, is_here: true }
    ])
    expect([await shownToasts(), dialog.$row.get()]).toEqual([[ridesText.nowFree(absent.scooter_name)], null])
  })

  test('reads why it is too late, without a question', async () => {
    const dialog = await openAbsence()
    dialog.cancel()
    server.fail(previewAbsence, refusalFault('not_absent', ridesText.notAbsent), 1)
    await waitForTask(dialog.open(absent))
    expect([dialog.$row.get(), dialog.$openingIds.get(), await shownToasts()]).toEqual([
      null,
      [],
      [ridesText.notAbsent]
    ])
  })
})

test('only a paid ride with time left can be moved', async () => {
  const { canMove } = await import('#stores/admin/bookings/booking-actions.ts')
  const at = (time: string, changes: Partial<BookingForAdmin> = {}) => canMove({ ...ride, ...changes }, new Date(time))
  expect(at('2026-06-15T07:00:00Z')).toBe(true)
  expect(at('2026-06-15T15:59:59Z')).toBe(true)
  expect(at('2026-06-15T16:00:00Z')).toBe(false)
  expect(at('2026-06-15T15:00:00Z', { payment_status: 'Pending' })).toBe(false)
})

describe('ending a ride', () => {
  const END = '2026-06-15T09:05:00.000Z'

  const paid = parsedBooking({ end_time: '2026-06-15T12:00:00Z', start_time: '2026-06-15T08:00:00Z' })

  /** The panel after the return. */
  const ENDED = { ...NO_PAYMENTS, booking: { ...paid, end_time: END } }

  async function openQuestion() {
    await openTab('bookings')
    server.answer(getBookingPayments, NO_PAYMENTS)
    server.answer(returnRideAsAdmin, { ...paid, end_time: END })
    const store = {
      ...(await import('#stores/admin/payments/booking-payments.ts')),
      ...(await import('#stores/admin/bookings/booking-actions.ts'))
    }
    mountStores(
      store.$selectedBooking,
      store.$paymentDetails,
      store.returnDialog.$row,
      store.returnDialog.fields.$fields
    )
    await waitForTask(store.openBookingPayments(paid))
    store.returnDialog.open(paid)
    return store
  }

  describe('an admin who ends a ride', () => {
    test('sends the reason, and sees the ended ride in the panel and the list', async () => {
      const store = await openQuestion()
      const listed = server.requestCount(listAllBookings)
      server.answer(getBookingPayments, ENDED)
      store.returnDialog.fields.setField('reason', ' The rider called ')
      await waitForTask(store.returnDialog.confirm())
      expect(server.requestsTo(returnRideAsAdmin).map(({ body }) => body)).toEqual([{ reason: 'The rider called' }])
      expect(await shownToasts()).toEqual([ridesText.returning.done])
      expect(store.$selectedBooking.get()).toMatchObject({ end_time: END })
      expect(store.returnDialog.$row.get()).toBeNull()
      expect(server.requestCount(listAllBookings)).toBeGreaterThan(listed)
    })
  })

  test('only a paid ride that is under way and was not returned can be ended', async () => {
    const { canReturn } = await import('#stores/admin/bookings/booking-actions.ts')
    const at = (time: string, changes: Partial<BookingForAdmin> = {}) =>
      canReturn({ ...paid, ...changes }, new Date(time))
    expect(at('2026-06-15T07:59:59Z')).toBe(false)
    expect(at('2026-06-15T08:00:00Z')).toBe(true)
    expect(at('2026-06-15T12:00:00Z')).toBe(false)
    expect(at('2026-06-15T09:05:00Z', { end_time: END })).toBe(false)
    expect(at('2026-06-15T09:00:00Z', { payment_status: 'Pending' })).toBe(false)
  })

  test('a late ride can be returned, and the reason is filled in', async () => {
    const { canReturn, returnDialog } = await import('#stores/admin/bookings/booking-actions.ts')
    const late = { ...paid, is_late: true }
    expect(canReturn(late, new Date('2026-06-15T14:00:00Z'))).toBe(true)
    returnDialog.open(late)
    expect(returnDialog.fields.$fields.get().reason).toBe(todayText.labels.returnReason)
    returnDialog.open({ ...paid, id: 'under way' })
    expect(returnDialog.fields.$fields.get().reason).toBe('')
  })
})
