// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, listAllBookings, previewCancellationAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { booking, loadedRows, openTab } from '#tests/stores/admin/page.ts'
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
