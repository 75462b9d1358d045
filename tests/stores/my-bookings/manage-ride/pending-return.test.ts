// @vitest-environment jsdom

import { beforeEach, expect, test } from 'vitest'
import { previewReturn, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import * as commonText from '#messages/common.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from '#tests/stores/my-bookings/bookings.ts'
import { openWithDialogs } from '#tests/stores/my-bookings/page.ts'

// A return that its rider presses without a network.

const riding = booking('b1', '2026-06-15T14:00:00Z', '2026-06-15T17:00:00Z', { amount: 140, otp_pin: '482915' })
const ENDED = { end_time: '2026-06-15T14:20:00Z', refund: 0 }

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  localStorage.removeItem('pendingReturn')
  server.answer(listMyBookings, [riding])
  server.answer(previewReturn, { refund: 0 })
})

const openPage = () =>
  openWithDialogs(async () => ({
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts')),
    ...(await import('#stores/my-bookings/manage-ride/pending-return.ts')),
    ...(await import('#stores/my-bookings/manage-ride/send-pending-return.ts'))
  }))

/** The rider has pressed 'End ride', and no answer came. */
async function pressed(prepare?: () => void) {
  server.fail(returnRide, { kind: 'offline' })
  const page = await openPage()
  const opening = page.openDialog('return', page.booking)
  await advanceTime(1000)
  await opening
  prepare?.()
  const returning = page.returnRide()
  await advanceTime(1000)
  await returning
  return page
}

const stored = () => JSON.parse(localStorage.getItem('pendingReturn') ?? '[]')
const bodies = () => server.requestsTo(returnRide).map(({ body }) => body)

test('is kept, with the time of the press, and sent once the bookings load again', async () => {
  const page = await pressed()
  const [{ pressed_at } = {}] = page.$pendingReturns.get()
  expect([page.$bookingToReturn.get(), await shownToasts()]).toEqual([null, []])
  expect(page.$bookings.get()).toMatchObject([{ otp_pin: '482915' }])
  server.clearFaults()
  server.answer(returnRide, ENDED)
  await Promise.all([page.refreshBookings(), advanceTime(2000)])
  expect(bodies().at(-1)).toEqual({ photo_id: null, pressed_at })
  expect([page.$pendingReturns.get(), localStorage.getItem('pendingReturn')]).toEqual([[], null])
  expect(await shownToasts()).toEqual([commonText.rideEnded])
})

test('leaves the ride ended, also for an answer that was on its way, until the bookings load again', async () => {
  const page = await pressed()
  const outdated = [riding]
  server.clearFaults()
  server.answer(returnRide, ENDED)
  server.answer(listMyBookings, outdated)
  expect(await page.sendPendingReturns()).toBe(true)
  const ended = [{ end_time: ENDED.end_time, otp_pin: null, returned_at: ENDED.end_time }]
  expect([page.$pendingReturns.get(), page.$bookings.get()]).toMatchObject([[], ended])
  await Promise.all([page.refreshBookings(), advanceTime(2000)])
  expect(page.$bookings.get()).toMatchObject(ended)
})

test('is not sent if the rider keeps riding', async () => {
  const page = await pressed()
  page.forgetPendingReturn(page.booking.id)
  server.clearFaults()
  const count = bodies().length
  await Promise.all([page.refreshBookings(), advanceTime(2000)])
  expect([bodies().length, page.$pendingReturns.get()]).toEqual([count, []])
})

test('is sent with that of a second ride, also if an earlier version has kept it alone', async () => {
  const page = await pressed()
  const [first] = stored()
  localStorage.setItem('pendingReturn', JSON.stringify(first))
  const second = { photo_id: null, pressed_at: '2026-06-15T14:30:00.000Z' }
  page.keepPendingReturn({ ...second, id: 'b2' })
  expect(page.$pendingReturns.get()).toMatchObject([{ id: first.id }, { id: 'b2' }])
  server.clearFaults()
  server.answer(returnRide, ENDED)
  expect(await page.sendPendingReturns()).toBe(true)
  expect(bodies().slice(-2)).toEqual([{ photo_id: null, pressed_at: first.pressed_at }, second])
  expect(stored()).toEqual([])
})
