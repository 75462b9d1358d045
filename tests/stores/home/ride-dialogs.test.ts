// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { listExtensions, previewReturn, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import * as commonText from '#messages/common.ts'
import { RIDE_CHANGED_EVENT } from '#stores/app/send-pending.ts'
import { serverError } from '#tests/helpers/servers/fault-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { finish, onLeave, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from '#tests/stores/my-bookings/bookings.ts'

// The return and the extension of a running ride on Home, which was rendered with it.

setUpRiderPage({ now: NOW.toISOString(), path: '/' })

const ENDED = '2026-06-15T14:14:00Z'
const riding = booking('b1', '2026-06-15T14:00:00Z', '2026-06-15T17:00:00Z', { amount: 140, otp_pin: '482915' })
let changes: number

beforeEach(() => {
  changes = 0
  const count = () => {
    changes += 1
  }
  addEventListener(RIDE_CHANGED_EVENT, count)
  onLeave(() => removeEventListener(RIDE_CHANGED_EVENT, count))
  server.answer(previewReturn, { refund: 0 })
  server.answer(returnRide, { end_time: ENDED, refund: 0 })
  server.answer(listMyBookings, [{ ...riding, end_time: ENDED, otp_pin: null, returned_at: ENDED }])
})

async function open(dialog: 'extend' | 'return') {
  const page = {
    ...(await import('#stores/home/ride-dialogs.ts')),
    ...(await import('#stores/my-bookings/booking-dialogs.ts')),
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts'))
  }
  await finish(page.openRide(dialog, JSON.stringify(riding)))
  return page
}

test('the question needs one request; after the return Home is told to show what is left', async () => {
  const page = await open('return')
  expect(page.$bookingToReturn.get()).toMatchObject({ id: 'b1', otp_pin: '482915' })
  expect([server.requestedPaths().length, changes]).toEqual([1, 0])
  await finish(page.returnRide(), 2000)
  expect(server.requestsTo(returnRide)).toHaveLength(1)
  expect(await shownToasts()).toEqual([commonText.rideEnded])
  expect(page.$bookingToReturn.get()).toBeNull()
  expect(changes).toBeGreaterThan(0)
})

test('an extension that is not offered says why, and Home stays as it is', async () => {
  server.fail(listExtensions, serverError)
  const page = await open('extend')
  expect(page.$bookingToExtend.get()).toBeNull()
  expect(await shownToasts()).toEqual(['Internal server error'])
  expect(changes).toBe(0)
})
