// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { getBookingPayments, listAllBookings, reconcileBooking } from '#contract/bookings/admin-bookings.ts'
import { paymentDetails as text } from '#messages/admin/payments/refunds.ts'
import { loadedRows, openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const money = (order_id: string) => ({ attempts: [], order_id, refunds: [] })

async function openMoney() {
  const { lists } = await openTab('bookings')
  const store = await import('#stores/admin/payments/booking-payments.ts')
  mountStores(store.$selectedBooking, store.$paymentDetails)
  const [first] = loadedRows(lists.bookings)
  server.answerTo(getBookingPayments, ({ path }) => ({ body: money(`order of ${path.split('/').at(-2)}`) }))
  server.answer(reconcileBooking, money('checked'))
  return { ...store, first, other: { ...first, id: '10' } }
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

  test('are those of the booking that was opened last, in whatever order the responses arrive', async () => {
    const { $paymentDetails, first, openBookingPayments, other } = await openMoney()
    server.fail(getBookingPayments, { kind: 'slow' }, 1)
    void openBookingPayments(first)
    await waitUntil(() => server.hasSlowRequests())
    void openBookingPayments(other)
    await waitUntil(() => $paymentDetails.get() !== 'loading')
    server.release()
    await waitForTask(null)
    expect($paymentDetails.get()).toMatchObject({ order_id: 'order of 10' })
  })

  test('stay on screen during a reload and when it fails', async () => {
    const { $paymentDetails, first, reloadBookingPayments, openBookingPayments } = await openMoney()
    await waitForTask(openBookingPayments(first))
    server.fail(getBookingPayments, { kind: 'plain' })
    await waitForTask(reloadBookingPayments())
    expect([$paymentDetails.get(), await shownToasts()]).toMatchObject([{ order_id: 'order of 9' }, [text.loadFailed]])
  })

  test("show the provider's data after a check, and the bookings reload", async () => {
    const { $paymentDetails, checkWithProvider, first, openBookingPayments } = await openMoney()
    await waitForTask(checkWithProvider())
    expect(server.requestCount(reconcileBooking)).toBe(0)
    await waitForTask(openBookingPayments(first))
    const before = server.requestCount(listAllBookings)
    await waitForTask(checkWithProvider())
    expect([$paymentDetails.get(), await shownToasts()]).toMatchObject([{ order_id: 'checked' }, [text.checked]])
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(before)
  })

  test('of one booking are not shown for another one opened meanwhile', async () => {
    const { $paymentDetails, checkWithProvider, first, openBookingPayments, other } = await openMoney()
    await waitForTask(openBookingPayments(first))
    server.fail(reconcileBooking, { kind: 'slow' }, 1)
    const checking = checkWithProvider()
    await waitUntil(() => server.hasSlowRequests())
    await waitUntil(() => server.requestCount(reconcileBooking) === 1)
    void openBookingPayments(other)
    await waitUntil(() => $paymentDetails.get() !== 'loading')
    server.release()
    await waitForTask(checking)
    expect($paymentDetails.get()).toMatchObject({ order_id: 'order of 10' })
  })
})
