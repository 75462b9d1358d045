// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { closeRefund, listDisputes, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { booking, dispute, loadedRows, openTab, refund } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const PAGE = { 'x-has-more': 'false' }

describe('disputes', () => {
  test('load with the payments: open ones by deadline, decided ones by their last change', async () => {
    await openTab('payments')
    expect(server.requestsTo(listDisputes).map(({ query }) => [query.is_decided, query.sort])).toEqual([
      ['false', 'respond_by'],
      ['true', '-told_at']
    ])
  })

  test('that need an answer are counted, in the view of bookings too', async () => {
    const { lists } = await openTab('bookings')
    const { $counts, openDisputes } = await import('#tests/stores/admin/lists.ts')
    expect($counts.get().openDisputes).toEqual({ count: 1, hasMore: false })
    const all = [
      dispute,
      { ...dispute, status: 'under_review' as const },
      { ...dispute, status: 'action_required' as const }
    ]
    server.answer(listDisputes, all, { 'x-has-more': 'true' })
    await waitForTask(openDisputes.load())
    expect($counts.get().openDisputes).toEqual({ count: 2, hasMore: true })
    expect(lists.bookings.$listPage.get()).not.toBe('loading')
  })
})

const AGAINST = { ...dispute, refund_allowed: false }
const DISPUTED = { ...refund, dispute: AGAINST }
const DESPITE = { dispute_id: 'disp_1', status: 'open' }

async function openReview() {
  await openTab('payments')
  server.answer(listRefunds, [DISPUTED], PAGE)
  server.answer(sendRefund, { ...refund, status: 'due' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  const { refundReviews } = await import('#tests/stores/admin/lists.ts')
  const store = await import('#stores/admin/payments/refunds.ts')
  mountStores(store.sendRefundDialog.$row, store.closeRefundDialog.$row, store.closeRefundDialog.fields.$fields)
  await waitForTask(refundReviews.load())
  const [first] = loadedRows(refundReviews)
  return { ...store, first }
}

describe('a disputed payment', () => {
  test('is refunded only after a second confirmation, which shows the dispute', async () => {
    const { first, sendRefundDialog } = await openReview()
    sendRefundDialog.open(first)
    await waitForTask(sendRefundDialog.confirm())
    expect([
      server.requestCount(sendRefund),
      sendRefundDialog.$needsSecondConfirmation.get(),
      sendRefundDialog.$row.get()
    ]).toEqual([0, true, first])
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestsTo(sendRefund)).toMatchObject([{ body: { amount: 140, despite_dispute: DESPITE } }])
    expect([await shownToasts(), sendRefundDialog.$row.get(), sendRefundDialog.$needsSecondConfirmation.get()]).toEqual(
      [[refundsText.refundProgress.queued], null, false]
    )
  })

  test('needs both confirmations again when the dispute has changed', async () => {
    const { first, sendRefundDialog } = await openReview()
    sendRefundDialog.open(first)
    await waitForTask(sendRefundDialog.confirm())
    server.fail(sendRefund, refusalFault('payment_disputed', refundsText.paymentDisputed), 1)
    server.answer(listRefunds, [{ ...DISPUTED, dispute: { ...AGAINST, status: 'lost' } }], PAGE)
    await waitForTask(sendRefundDialog.confirm())
    expect([sendRefundDialog.$refusal.get(), sendRefundDialog.$needsSecondConfirmation.get()]).toEqual([
      refundsText.paymentDisputed,
      false
    ])
    await waitForTask(sendRefundDialog.confirm())
    expect([sendRefundDialog.$refusal.get(), server.requestCount(sendRefund)]).toEqual([null, 1])
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestsTo(sendRefund).at(-1)?.body).toEqual({
      amount: 140,
      despite_dispute: { ...DESPITE, status: 'lost' }
    })
  })
})

describe('a booking with a disputed payment', () => {
  async function openBooking(changes: object, refund: number) {
    await openTab('bookings')
    server.answer(listAllBookings, [{ ...booking, dispute: AGAINST, ...changes }], PAGE)
    server.answer(cancelBookingAsAdmin, { ...booking, payment_status: 'Cancelled' })
    const { bookings } = await import('#tests/stores/admin/lists.ts')
    const { $preview, cancelBookingDialog } = await import('#stores/admin/bookings/booking-actions.ts')
    mountStores(cancelBookingDialog.$row)
    $preview.set({ owed: 0, refund })
    await waitForTask(bookings.load())
    const [first] = loadedRows(bookings)
    cancelBookingDialog.open(first)
    await waitForTask(cancelBookingDialog.confirm())
    return cancelBookingDialog
  }

  test('is cancelled only after a second confirmation', async () => {
    const cancelling = await openBooking({}, 140)
    expect([server.requestCount(cancelBookingAsAdmin), cancelling.$needsSecondConfirmation.get()]).toEqual([0, true])
    await waitForTask(cancelling.confirm())
    expect(server.requestsTo(cancelBookingAsAdmin)).toMatchObject([{ body: { amount: 140, despite_dispute: DESPITE } }])
  })

  test('is cancelled after one confirmation when nothing is refunded', async () => {
    await openBooking({ payment_status: 'Pending' }, 0)
    expect(server.requestsTo(cancelBookingAsAdmin)).toMatchObject([{ body: { amount: 0 } }])
  })
})
