// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import {
  type BookingForAdmin,
  cancelAbsentRide,
  cancelBookingAsAdmin,
  listAllBookings,
  listMoveTargets,
  moveRideAsAdmin,
  previewAbsence,
  previewCancellationAsAdmin,
  readSlip,
  returnRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { getToday } from '#contract/staff/today.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { dispute, loadedRows, openTab, parsedBooking } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

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

const bodiesTo = (endpoint: Parameters<typeof server.requestsTo>[0]) =>
  server.requestsTo(endpoint).map(({ body }) => body)

/** The panel of this booking, which is in the list. */
async function openPanel(row: BookingForAdmin = ride) {
  const { lists } = await openTab('bookings')
  listOnly(row)
  server.answer(getBookingPayments, NO_PAYMENTS)
  const payments = await import('#stores/admin/payments/booking-payments.ts')
  const actions = await import('#stores/admin/bookings/booking-actions.ts')
  for (const { $row, fields } of [actions.cancelBookingDialog, actions.moveDialog, actions.returnDialog])
    mountStores($row, fields.$fields)
  mountStores(payments.$selectedBooking, payments.$paymentDetails)
  await waitForTask(lists.bookings.load())
  await waitForTask(payments.openBookingPayments(row))
  return { ...payments, ...actions }
}

const answerPreview = (preview: { owed?: number; refund?: number }) =>
  server.answer(previewCancellationAsAdmin, { owed: 0, refund: 140, ...preview })

async function openCancellation(preview: { owed?: number; refund?: number } = {}, row = ride) {
  const panel = await openPanel(row)
  answerPreview(preview)
  server.answer(cancelBookingAsAdmin, { ...row, payment_status: 'Refunded' })
  await waitForTask(panel.openCancel(row))
  return panel
}

describe('cancelling a booking', () => {
  test.each([['paid', 'Completed', 140] as const, ['held', 'Pending', 0] as const])(
    'that is %s refunds what was paid for it',
    async (_, payment_status, amount) => {
      const row = { ...ride, payment_status }
      const { cancelBookingDialog } = await openCancellation({ refund: amount }, row)
      await waitForTask(cancelBookingDialog.confirm())
      expect(server.requestsTo(cancelBookingAsAdmin)).toMatchObject([
        { body: { amount }, path: '/api/admin/bookings/9/cancel' }
      ])
      expect([await shownToasts(), cancelBookingDialog.$row.get()]).toEqual([
        [adminBookingsText.cancelled(amount, row)],
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
    const { cancelsOtherRows } = await import('#stores/admin/bookings/booking-actions.ts')
    expect(cancelsOtherRows(parsedBooking(fields), refund)).toBe(expected)
  })

  test.each([
    ['2026-06-15T13:59:59Z', 'ahead'],
    ['2026-06-15T14:00:00Z', 'under_way'],
    ['2026-06-15T16:00:00Z', 'under_way'],
    ['2026-06-15T16:00:01Z', 'over']
  ])('at %s shows that the ride is %s', async (now, stage) => {
    const { rideStage } = await import('#stores/admin/bookings/booking-lists.ts')
    expect(rideStage(ride, new Date(now))).toBe(stage)
  })

  test('is offered for a booking with a price that is paid or held, by our own backend', async () => {
    const { canCancel } = await import('#stores/admin/bookings/booking-actions.ts')
    const states = ['Completed', 'Pending', 'Failed', 'Refunded', 'Cancelled'] as const
    const offered = states.filter(payment_status => canCancel({ ...ride, payment_status }))
    expect(offered).toEqual(['Completed', 'Pending'])
    expect(canCancel({ ...ride, amount: null })).toBe(false)
  })

  test('is not offered with an external backend', async () => {
    useExternalBackend()
    const { canCancel } = await import('#stores/admin/bookings/booking-actions.ts')
    expect(canCancel(ride)).toBe(false)
  })

  test.each([
    ['what is owed', 70, 'byUs', { owed: 70 }],
    ['that nothing is owed, so that a change is noticed', 0, 'byUs', { owed: 0 }],
    ['a cancellation that the rider has asked for', 70, 'byRider', { rider_asked: true }]
  ])('agrees to %s', async (_, owed, requestedBy, sent) => {
    const { $preview, cancelBookingDialog, chooseRequestedBy } = await openCancellation({ owed })
    expect($preview.get().owed).toBe(owed)
    chooseRequestedBy(requestedBy)
    await waitForTask(cancelBookingDialog.confirm())
    expect(bodiesTo(cancelBookingAsAdmin)).toEqual([{ amount: 140, reason: '', ...sent }])
  })

  test('shows what is owed now after it has changed', async () => {
    const { $preview, cancelBookingDialog } = await openCancellation()
    server.fail(cancelBookingAsAdmin, refusalFault('amount_changed', refundsText.amountChanged), 1)
    answerPreview({ owed: 70 })
    await waitForTask(cancelBookingDialog.confirm())
    expect([$preview.get().owed, cancelBookingDialog.$refusal.get()]).toEqual([70, refundsText.amountChanged])
  })

  test('with a disputed payment needs a second confirmation', async () => {
    const row = parsedBooking({ dispute: { ...dispute, refund_allowed: false } })
    const { cancelBookingDialog } = await openCancellation({}, row)
    await waitForTask(cancelBookingDialog.confirm())
    expect([server.requestCount(cancelBookingAsAdmin), cancelBookingDialog.$needsSecondConfirmation.get()]).toEqual([
      0,
      true
    ])
    await waitForTask(cancelBookingDialog.confirm())
    expect(bodiesTo(cancelBookingAsAdmin)).toMatchObject([
      { amount: 140, despite_dispute: { dispute_id: 'disp_1', status: 'open' } }
    ])
  })

  test('with a disputed payment needs one confirmation if nothing is refunded', async () => {
    const row = parsedBooking({ dispute: { ...dispute, refund_allowed: false }, payment_status: 'Pending' })
    const { cancelBookingDialog } = await openCancellation({ refund: 0 }, row)
    await waitForTask(cancelBookingDialog.confirm())
    expect(bodiesTo(cancelBookingAsAdmin)).toMatchObject([{ amount: 0 }])
  })
})

async function openMove() {
  server.answer(listMoveTargets, [BLUE, GREEN])
  server.answer(moveRideAsAdmin, MOVED)
  const { moveDialog: dialog, ...panel } = await openPanel()
  mountStores(dialog.$targets, dialog.$chosenId)
  await waitForTask(dialog.open(ride))
  return { ...panel, dialog }
}

describe('an admin who moves a ride', () => {
  test('chooses among the free scooters, and sees the moved ride in the panel and the list', async () => {
    const { $selectedBooking, dialog } = await openMove()
    expect([dialog.$targets.get(), dialog.$chosenId.get()]).toEqual([[BLUE, GREEN], 's2'])
    const listed = server.requestCount(listAllBookings)
    server.answer(getBookingPayments, { ...NO_PAYMENTS, booking: MOVED })
    dialog.choose('s3')
    dialog.fields.setField('reason', ' It does not start ')
    await waitForTask(dialog.confirm())
    expect(bodiesTo(moveRideAsAdmin)).toEqual([
      { from_scooter_id: 's1', reason: 'It does not start', scooter_id: 's3' }
    ])
    expect(await shownToasts()).toEqual([ridesText.moved(GREEN.name)])
    expect($selectedBooking.get()).toMatchObject({ scooter_id: 's3' })
    expect(dialog.$row.get()).toBeNull()
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(listed)
  })

  test('chooses again among those still free if the scooter has just been taken, and need not repeat the reason', async () => {
    const { dialog } = await openMove()
    dialog.fields.setField('reason', 'It does not start')
    server.fail(moveRideAsAdmin, refusalFault('scooter_taken', bookingText.scooterTaken), 1)
    server.answer(listMoveTargets, [GREEN])
    await waitForTask(dialog.confirm())
    expect([dialog.$refusal.get(), await shownToasts()]).toEqual([bookingText.scooterTaken, []])
    expect([dialog.$targets.get(), dialog.$chosenId.get()]).toEqual([[GREEN], 's3'])
    await waitForTask(dialog.confirm())
    expect(bodiesTo(moveRideAsAdmin)[1]).toEqual({
      from_scooter_id: 's1',
      reason: 'It does not start',
      scooter_id: 's3'
    })
  })

  test('moves the ride from where it is now if another admin has moved it, and keeps the choice', async () => {
    const { dialog } = await openMove()
    dialog.choose('s3')
    dialog.fields.setField('reason', 'It does not start')
    server.fail(moveRideAsAdmin, refusalFault('ride_changed', bookingText.rideChanged), 1)
    listOnly({ ...ride, scooter_id: 's2', scooter_name: BLUE.name })
    server.answer(listMoveTargets, [{ id: 's1', name: 'Red 1' }, GREEN])
    await waitForTask(dialog.confirm())
    expect([dialog.$refusal.get(), dialog.$row.get()?.scooter_name]).toEqual([bookingText.rideChanged, BLUE.name])
    await waitForTask(dialog.confirm())
    expect(bodiesTo(moveRideAsAdmin)[1]).toMatchObject({ from_scooter_id: 's2', scooter_id: 's3' })
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
  expect(bodiesTo(moveRideAsAdmin)).toMatchObject([{ from_scooter_id: first.scooter_id, scooter_id: 's2' }])
  expect([moveDialog.$row.get(), server.requestCount(getToday)]).toEqual([null, before + 1])
})

describe('an admin who says that a rider did not come', () => {
  const absent = { ...ride, may_be_absent: true }

  async function openAbsence() {
    server.answer(previewAbsence, { amount: 140, pin_seen_at: '2026-06-15T11:35:00Z', refund: 70 })
    server.answer(cancelAbsentRide, { ...absent, payment_status: 'Cancelled' })
    const { absenceDialog: dialog } = await openPanel(absent)
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
    expect(bodiesTo(cancelAbsentRide)).toEqual([
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

  test('sends the reason, and shows the ended ride in the panel and the list', async () => {
    const ended = { ...paid, end_time: END }
    server.answer(returnRideAsAdmin, ended)
    const { $selectedBooking, returnDialog } = await openPanel(paid)
    returnDialog.open(paid)
    const listed = server.requestCount(listAllBookings)
    server.answer(getBookingPayments, { ...NO_PAYMENTS, booking: ended })
    returnDialog.fields.setField('reason', ' The rider called ')
    await waitForTask(returnDialog.confirm())
    expect(bodiesTo(returnRideAsAdmin)).toEqual([{ reason: 'The rider called' }])
    expect(await shownToasts()).toEqual([ridesText.returning.done])
    expect($selectedBooking.get()).toMatchObject({ end_time: END })
    expect(returnDialog.$row.get()).toBeNull()
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(listed)
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

test('a PIN that cannot be read says so, and opens nothing', async () => {
  const { $isReadingPin, $slip, showPin } = await openPanel()
  server.fail(readSlip, { kind: 'plain' }, 1)
  await waitForTask(showPin(ride))
  expect([await shownToasts(), $slip.get(), $isReadingPin.get()]).toEqual([[ridesText.slip.failed], null, false])
})
