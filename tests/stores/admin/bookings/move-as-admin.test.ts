// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import {
  type BookingForAdmin,
  listAllBookings,
  listMoveTargets,
  moveRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { getToday } from '#contract/staff/today.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { loadedRows, openTab, parsedBooking } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

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

test('only a paid ride with time left can be moved', async () => {
  const { canMove } = await import('#stores/admin/bookings/booking-actions.ts')
  const at = (time: string, changes: Partial<BookingForAdmin> = {}) => canMove({ ...ride, ...changes }, new Date(time))
  expect(at('2026-06-15T07:00:00Z')).toBe(true)
  expect(at('2026-06-15T15:59:59Z')).toBe(true)
  expect(at('2026-06-15T16:00:00Z')).toBe(false)
  expect(at('2026-06-15T15:00:00Z', { payment_status: 'Pending' })).toBe(false)
})
