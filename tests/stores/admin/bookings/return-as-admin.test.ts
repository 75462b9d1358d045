// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { type BookingForAdmin, listAllBookings, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import { openTab, parsedBooking } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const END = '2026-06-15T09:05:00.000Z'
const NO_PAYMENTS = { attempts: [], order_id: 'order_1', refunds: [] }
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
  mountStores(store.$selectedBooking, store.$paymentDetails, store.returnDialog.$row, store.returnDialog.fields.$fields)
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
