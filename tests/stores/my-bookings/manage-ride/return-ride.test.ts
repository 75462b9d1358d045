// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { previewReturn, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { isToReturn } from '#stores/my-bookings/booking-facts.ts'
import { stubLocks } from '#tests/helpers/browser/locks.ts'
import { SIGNATURES } from '#tests/helpers/data/photos.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from '#tests/stores/my-bookings/bookings.ts'
import { openWithDialogs } from '#tests/stores/my-bookings/page.ts'

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })

const riding = booking('b1', '2026-06-15T14:00:00Z', '2026-06-15T17:00:00Z', { amount: 140, otp_pin: '482915' })
const bodies = () => server.requestsTo(returnRide).map(({ body }) => body)

describe('a rider who ends the ride', () => {
  const ENDED = '2026-06-15T14:14:00Z'

  const photo = (name = 'parked.jpg', type = 'image/jpeg', content: BlobPart = SIGNATURES.jpeg) =>
    new File([content], name, { type })

  async function openQuestion(ms?: number) {
    const page = await openWithDialogs(() => import('#stores/my-bookings/manage-ride/manage-ride.ts'))
    await finish(page.openDialog('return', page.booking), ms)
    return page
  }

  async function finish(work: Promise<void>, ms = 2000) {
    await advanceTime(ms)
    await work
  }

  beforeEach(() => {
    server.answer(listMyBookings, [riding])
    server.answer(previewReturn, { refund: 0 })
    server.answer(uploadReturnPhoto, { id: 'photo-1' })
    server.answerTo(returnRide, () => {
      server.answer(listMyBookings, [{ ...riding, end_time: ENDED, otp_pin: null, returned_at: ENDED }])
      return { body: { end_time: ENDED, refund: 0 } }
    })
  })

  describe('ending a ride', () => {
    test('asks first, then ends it without a photo', async () => {
      const page = await openQuestion()
      expect([page.$managedBooking.get(), page.$bookingToReturn.get()]).toEqual([null, page.booking])
      expect(bodies()).toEqual([])
      await finish(page.returnRide())
      expect(bodies()).toEqual([{ photo_id: null, pressed_at: expect.stringMatching(/^2026-06-15T14:1/) }])
      expect(page.$bookingToReturn.get()).toBeNull()
      expect(await shownToasts()).toEqual([commonText.rideEnded])
      expect(page.$bookings.get()).toMatchObject([{ end_time: ENDED, otp_pin: null }])
    })

    test('uploads the photo first and names it', async () => {
      const page = await openQuestion()
      page.returnPhoto.choose(photo())
      await finish(page.returnRide())
      expect(server.requestsTo(uploadReturnPhoto)).toMatchObject([{ body: { file: 'parked.jpg' } }])
      expect(bodies()).toMatchObject([{ photo_id: 'photo-1' }])
      expect(page.returnPhoto.$photo.get()).toBeNull()
    })

    test('says what is refunded for an extension that has not started', async () => {
      server.answer(previewReturn, { refund: 50 })
      server.answer(returnRide, { end_time: ENDED, refund: 50 })
      const page = await openQuestion()
      expect(page.$returnRefund.get()).toBe(50)
      await finish(page.returnRide())
      expect(await shownToasts()).toEqual([manageRideText.endedWithRefund(50)])
    })

    test('takes the PIN off this device and leaves nothing to return, even if the list does not load afterwards', async () => {
      server.answer(listMyBookings, [{ ...riding, return_until: '2026-06-15T18:00:00Z' }])
      const page = await openQuestion()
      server.answerTo(returnRide, () => {
        server.fail(listMyBookings, { kind: 'offline' })
        return { body: { end_time: ENDED, refund: 0 } }
      })
      expect(JSON.stringify({ ...localStorage })).toContain('482915')
      await finish(page.returnRide())
      await advanceTime(3000)
      const shown = page.$bookings.get() as (typeof riding)[]
      expect(shown.map(ride => isToReturn(ride, new Date()))).toEqual([false])
      expect(JSON.stringify(shown)).not.toContain('482915')
      expect(JSON.stringify({ ...localStorage })).not.toContain('482915')
    })
  })

  describe('a failure', () => {
    test('of the server keeps the question open and the photo chosen, and uploads the photo once', async () => {
      const page = await openQuestion()
      page.returnPhoto.choose(photo())
      server.fail(returnRide, { kind: 'answers', status: 500 })
      await finish(page.returnRide())
      expect([page.$bookingToReturn.get(), page.returnPhoto.$photo.get()?.name]).toEqual([page.booking, 'parked.jpg'])
      expect(await shownToasts()).toEqual([rideCardText.returnFailed])
      server.clearFaults()
      await finish(page.returnRide())
      expect(server.requestsTo(uploadReturnPhoto)).toMatchObject([{ body: { file: 'parked.jpg' } }])
      expect(bodies().at(-1)).toMatchObject({ photo_id: 'photo-1' })
      expect(page.$bookingToReturn.get()).toBeNull()
    })

    test('of the upload without a network keeps the return, without its photo, and says so', async () => {
      const page = await openQuestion()
      page.returnPhoto.choose(photo())
      server.fail(uploadReturnPhoto, { kind: 'offline' })
      await finish(page.returnRide())
      expect([page.$bookingToReturn.get(), await shownToasts()]).toEqual([null, [manageRideText.photoNotKept]])
      expect(JSON.parse(localStorage.getItem('pendingReturn') ?? '')).toMatchObject([
        { id: page.booking.id, photo_id: null }
      ])
      expect(bodies()).toEqual([])
    })

    test('keeps the question on screen until the answer: nothing can stop it', async () => {
      const page = await openQuestion()
      const returning = page.returnRide()
      page.closeReturnDialog()
      expect(page.$bookingToReturn.get()).toEqual(page.booking)
      await finish(returning)
      expect(page.$bookingToReturn.get()).toBeNull()
    })

    test('because the ride has changed shows the new refund', async () => {
      const page = await openQuestion()
      server.answer(previewReturn, { refund: 25 })
      server.fail(returnRide, refusalFault('ride_changed', bookingText.rideChanged))
      await finish(page.returnRide())
      expect(await shownToasts()).toEqual([bookingText.rideChanged])
      expect([page.$bookingToReturn.get(), page.$returnRefund.get()]).toEqual([page.booking, 25])
    })
  })

  describe('the photo', () => {
    test('stays chosen when the question is closed and opened again', async () => {
      const page = await openQuestion()
      page.returnPhoto.choose(photo())
      page.closeReturnDialog()
      await finish(page.openDialog('return', page.booking))
      expect(page.returnPhoto.$photo.get()?.name).toBe('parked.jpg')
    })
  })
})

describe('a return without a network', () => {
  const ENDED = { end_time: '2026-06-15T14:20:00Z', refund: 0 }

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

  test('is sent once from two tabs', async () => {
    stubLocks()
    const one = await pressed()
    server.clearFaults()
    server.answer(returnRide, ENDED)
    const before = bodies().length
    vi.resetModules()
    const other = await import('#stores/my-bookings/manage-ride/send-pending-return.ts')
    expect(other.sendPendingReturns).not.toBe(one.sendPendingReturns)
    expect((await Promise.all([one.sendPendingReturns(), other.sendPendingReturns()])).sort()).toEqual([false, true])
    expect(bodies()).toHaveLength(before + 1)
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
})
