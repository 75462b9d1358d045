// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments, reconcileBooking } from '#contract/bookings/booking-payments.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { loadedRows, openTab } from '#tests/stores/admin/page.ts'
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
