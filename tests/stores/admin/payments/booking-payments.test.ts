// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments, reconcileBooking, refundBooking } from '#contract/bookings/booking-payments.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import { dispute, loadedRows, openTab, parsedBooking, refund } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const money = (order_id: string) => ({ attempts: [], order_id, refunds: [] })

async function openMoney() {
  const { lists } = await openTab('bookings')
  const store = await import('#stores/admin/payments/booking-payments.ts')
  mountStores(store.$selectedBooking, store.$paymentDetails)
  const [first] = loadedRows(lists.bookings)
  server.answerTo(getBookingPayments, ({ path }) => ({ body: money(`order of ${path.split('/').at(-2)}`) }))
  server.answer(reconcileBooking, money('checked'))
  return { ...store, first }
}

describe('the payments of a booking', () => {
  test('load when the admin opens them', async () => {
    const { $selectedBooking, $paymentDetails, first, openBookingPayments, closeBookingPayments } = await openMoney()
    const opening = openBookingPayments(first)
    expect($paymentDetails.get()).toBe('loading')
    await waitForTask(opening)
    expect([$selectedBooking.get(), $paymentDetails.get()]).toMatchObject([{ id: '9' }, { order_id: 'order of 9' }])
    closeBookingPayments()
    expect($selectedBooking.get()).toBeNull()
  })

  test("show the provider's data after a check, and the bookings reload", async () => {
    const { $paymentDetails, checkWithProvider, first, openBookingPayments } = await openMoney()
    await waitForTask(checkWithProvider())
    expect(server.requestCount(reconcileBooking)).toBe(0)
    await waitForTask(openBookingPayments(first))
    const before = server.requestCount(listAllBookings)
    await waitForTask(checkWithProvider())
    expect([$paymentDetails.get(), await shownToasts()]).toMatchObject([
      { order_id: 'checked' },
      [refundsText.paymentDetails.checked]
    ])
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(before)
  })
})

const paid = parsedBooking()

async function openForm() {
  const store = await openMoney()
  server.answer(refundBooking, { ...money('order_1'), booking: { ...paid, refunded: 20 }, refunds: [refund] })
  await waitForTask(store.openBookingPayments(paid))
  store.openGoodwill(paid)
  return store
}

const bodies = () => server.requestsTo(refundBooking).map(({ body }) => body as { amount: number; id: string })

describe('a goodwill refund', () => {
  test('sends the amount and the reason, shows the new refunds and what is left', async () => {
    const store = await openForm()
    store.goodwillForm.setField('amount', ' 20 ')
    store.goodwillForm.setField('reason', ' Not charged ')
    await waitForTask(store.sendGoodwill())
    expect(bodies()).toMatchObject([{ amount: 20, id: expect.stringMatching(/^[\da-f]{32}$/), reason: 'Not charged' }])
    expect(await shownToasts()).toEqual([refundsText.refundProgress.queued])
    expect(store.$paymentDetails.get()).toMatchObject({ refunds: [{ id: 'pay_1' }] })
    expect(store.leftToRefund(store.$selectedBooking.get() ?? paid)).toBe(120)
    expect([store.$goodwillBookingId.get(), store.goodwillForm.$fields.get()]).toEqual([
      null,
      { amount: '', reason: '' }
    ])
  })

  test('shows the errors of both fields and sends nothing', async () => {
    const store = await openForm()
    store.goodwillForm.setField('amount', '49.5')
    await store.sendGoodwill()
    expect(store.goodwillForm.$errors.get()).toEqual({
      amount: formsText.amountRequired,
      reason: formsText.reasonRequired
    })
    expect(bodies()).toEqual([])
    store.goodwillForm.setField('amount', '49')
    expect(store.goodwillForm.$errors.get().amount).toBeUndefined()
  })

  test('keeps what was typed when it is refused, and repeats an unchanged request with the same id', async () => {
    const store = await openForm()
    store.goodwillForm.setField('amount', '200')
    store.goodwillForm.setField('reason', 'Not charged')
    server.fail(refundBooking, errorFault(refundsText.refundTooHigh('₹140'), 409), 2)
    await waitForTask(store.sendGoodwill())
    await waitForTask(store.sendGoodwill())
    expect(store.goodwillForm.$fields.get()).toEqual({ amount: '200', reason: 'Not charged' })
    store.closeGoodwill()
    store.openGoodwill(paid)
    expect(store.goodwillForm.$fields.get().amount).toBe('200')
    store.goodwillForm.setField('amount', '140')
    await waitForTask(store.sendGoodwill())
    const [first, second, third] = bodies().map(({ id }) => id)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test.each<[string, Parameters<typeof parsedBooking>[0], number]>([
    ['paid', { payment_status: 'Completed', refunded: null }, 140],
    ['partly refunded', { payment_status: 'Completed', refunded: 100 }, 40],
    ['cancelled for a share', { payment_status: 'Cancelled', refunded: 70 }, 70],
    ['cancelled without a refund', { payment_status: 'Cancelled', refunded: 0 }, 140],
    ['cancelled before it was paid', { payment_status: 'Cancelled', refunded: null }, 0],
    ['held', { payment_status: 'Pending', refunded: null }, 0],
    ['refunded because the slot was lost', { payment_status: 'Refunded', refunded: 140 }, 0],
    ['disputed', { dispute, payment_status: 'Completed' }, 0]
  ])('of a booking that is %s can be at most what is left', async (_, fields, left) => {
    const { leftToRefund } = await import('#stores/admin/payments/booking-payments.ts')
    expect(leftToRefund(parsedBooking(fields))).toBe(left)
  })
})
