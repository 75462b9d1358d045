// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import {
  type BookingForAdmin,
  getBookingPayments,
  listAllBookings,
  returnRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { rideNotUnderWay } from '#messages/admin/bookings.ts'
import { returning as text } from '#messages/admin/rides.ts'
import { reasonRequired } from '#messages/admin/rules.ts'
import { text as today } from '#messages/admin/today.ts'
import { rideChanged } from '#messages/booking/booking.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { openTab, parsedBooking } from '#tests/stores/admin/page.ts'
import {
  asksBeforeLeaving,
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask
} from '#tests/stores/browser-tab.ts'

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
    expect(await shownToasts()).toEqual([text.done])
    expect(store.$selectedBooking.get()).toMatchObject({ end_time: END })
    expect(store.returnDialog.$row.get()).toBeNull()
    expect(server.requestCount(listAllBookings)).toBeGreaterThan(listed)
  })

  test('must give a reason', async () => {
    const store = await openQuestion()
    store.returnDialog.fields.setField('reason', '  ')
    await store.returnDialog.confirm()
    expect([store.returnDialog.fields.$errors.get(), store.returnDialog.fields.$errorCount.get()]).toEqual([
      { reason: reasonRequired },
      1
    ])
    expect(server.requestCount(returnRideAsAdmin)).toBe(0)
    store.returnDialog.fields.setField('reason', 'x')
    expect(store.returnDialog.fields.$errors.get().reason).toBeUndefined()
  })

  test('keeps the reason when it fails, and when the question is closed by mistake', async () => {
    const store = await openQuestion()
    store.returnDialog.fields.setField('reason', 'The rider called')
    server.fail(returnRideAsAdmin, { kind: 'plain' }, 1)
    await waitForTask(store.returnDialog.confirm())
    expect([await shownToasts(), store.returnDialog.$row.get()]).toEqual([[text.failed], paid])
    store.returnDialog.cancel()
    store.returnDialog.open(paid)
    expect(store.returnDialog.fields.$fields.get().reason).toBe('The rider called')
    store.returnDialog.open({ ...paid, id: '10' })
    expect(store.returnDialog.fields.$fields.get().reason).toBe('')
  })

  test('is asked before the page is left while a reason is typed', async () => {
    const { returnDialog } = await openQuestion()
    expect(asksBeforeLeaving()).toBe(false)
    returnDialog.fields.setField('reason', 'The rider called')
    expect(asksBeforeLeaving()).toBe(true)
    returnDialog.cancel()
    expect(asksBeforeLeaving()).toBe(false)
  })

  test('sees why the ride has ended already, in the list and the panel', async () => {
    const store = await openQuestion()
    server.answer(getBookingPayments, ENDED)
    server.answer(listAllBookings, [ENDED.booking], { 'x-has-more': 'false' })
    server.fail(returnRideAsAdmin, refusalFault('ride_not_under_way', rideNotUnderWay), 1)
    store.returnDialog.fields.setField('reason', 'The rider called')
    await waitForTask(store.returnDialog.confirm())
    expect([store.returnDialog.$row.get(), await shownToasts()]).toEqual([null, [rideNotUnderWay]])
    expect(store.$selectedBooking.get()).toMatchObject({ end_time: END })
  })

  test('reads the ride as it is now if it has changed, and can end it then', async () => {
    const store = await openQuestion()
    const extended = { ...paid, end_time: '2026-06-15T13:00:00Z' }
    server.answer(listAllBookings, [extended], { 'x-has-more': 'false' })
    server.fail(returnRideAsAdmin, refusalFault('ride_changed', rideChanged), 1)
    store.returnDialog.fields.setField('reason', 'The rider called')
    await waitForTask(store.returnDialog.confirm())
    expect(store.returnDialog.$row.get()).toMatchObject({ end_time: extended.end_time })
    expect([store.returnDialog.$refusal.get(), await shownToasts()]).toEqual([rideChanged, []])
    await waitForTask(store.returnDialog.confirm())
    expect(server.requestsTo(returnRideAsAdmin)[1]?.body).toEqual({ reason: 'The rider called' })
    expect(store.returnDialog.$row.get()).toBeNull()
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
  expect(returnDialog.fields.$fields.get().reason).toBe(today.returnReason)
  returnDialog.open({ ...paid, id: 'under way' })
  expect(returnDialog.fields.$fields.get().reason).toBe('')
})
