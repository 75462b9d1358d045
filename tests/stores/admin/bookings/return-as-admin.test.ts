// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { getBookingPayments, listAllBookings, returnRideAsAdmin } from '#contract/bookings/admin/admin-bookings.ts'
import { rideNotUnderWay } from '#messages/admin/bookings/booking-responses.ts'
import { returning as text } from '#messages/admin/bookings/ride-return.ts'
import { reasonRequired } from '#messages/admin/payments/refund-responses.ts'
import { booking, openTab } from '#tests/stores/admin/portal.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/wire/browser-tab.ts'

setUpBrowserTab()

const END = '2026-06-15T09:05:00.000Z'
const NO_PAYMENTS = { attempts: [], order_id: 'order_1', refunds: [] }
const paid = {
  ...booking,
  end_time: '2026-06-15T12:00:00Z',
  id: '9',
  payment_status: 'Completed' as const,
  start_time: '2026-06-15T08:00:00Z'
}
const row = paid as never

async function openQuestion() {
  await openTab('bookings')
  server.answer(getBookingPayments, NO_PAYMENTS)
  server.answer(returnRideAsAdmin, { ...paid, end_time: END })
  const store = {
    ...(await import('#stores/admin/payments/booking-payments.ts')),
    ...(await import('#stores/admin/bookings/return-as-admin.ts'))
  }
  mountStores(store.$selectedBooking, store.$paymentDetails)
  await waitForTask(store.openBookingPayments(row))
  store.openReturnDialog(row)
  return store
}

describe('an admin who ends a ride', () => {
  test('sends the reason, and sees the ended ride in the panel and the list', async () => {
    const store = await openQuestion()
    const listed = server.requestCount(listAllBookings)
    store.returnFields.setField('reason', ' The rider called ')
    await waitForTask(store.submitReturn())
    expect(server.requestsTo(returnRideAsAdmin).map(({ body }) => body)).toEqual([{ reason: 'The rider called' }])
    expect(await shownToasts()).toEqual([text.done])
    expect(store.$selectedBooking.get()).toMatchObject({ end_time: END })
    expect(store.$rideToReturn.get()).toBeNull()
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(listed)
  })

  test('must give a reason', async () => {
    const store = await openQuestion()
    store.returnFields.setField('reason', '  ')
    await store.submitReturn()
    expect([store.returnFields.$errors.get(), store.returnFields.$errorCount.get()]).toEqual([
      { reason: reasonRequired },
      1
    ])
    expect(server.requestCount(returnRideAsAdmin)).toBe(0)
    store.returnFields.setField('reason', 'x')
    expect(store.returnFields.$errors.get().reason).toBeUndefined()
  })

  test('keeps the reason when it is refused, and when the question is closed by mistake', async () => {
    const store = await openQuestion()
    store.returnFields.setField('reason', 'The rider called')
    server.fail(returnRideAsAdmin, { body: { detail: rideNotUnderWay }, kind: 'answers', status: 409 }, 1)
    await waitForTask(store.submitReturn())
    expect(await shownToasts()).toEqual([rideNotUnderWay])
    store.closeReturnDialog()
    store.openReturnDialog(row)
    expect(store.returnFields.$fields.get().reason).toBe('The rider called')
    store.openReturnDialog({ ...paid, id: '10' } as never)
    expect(store.returnFields.$fields.get().reason).toBe('')
  })
})

test('only a paid ride that is under way and was not returned can be ended', async () => {
  const { canReturn } = await import('#stores/admin/bookings/return-as-admin.ts')
  const at = (time: string, changes = {}) => canReturn({ ...paid, ...changes } as never, new Date(time))
  expect(at('2026-06-15T07:59:59Z')).toBe(false)
  expect(at('2026-06-15T08:00:00Z')).toBe(true)
  expect(at('2026-06-15T12:00:00Z')).toBe(false)
  expect(at('2026-06-15T09:05:00Z', { end_time: END })).toBe(false)
  expect(at('2026-06-15T09:00:00Z', { payment_status: 'Pending' })).toBe(false)
})
