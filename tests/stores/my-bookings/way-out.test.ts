// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { getWayOut, moveOwnRide, takeMoneyBack } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { finish, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from './bookings.ts'
import { openWithDialogs } from './page.ts'

// A rider whose scooter has trouble takes another one, or the money.

const ride = booking('b1', '2026-06-15T14:00:00Z', '2026-06-15T17:00:00Z', { amount: 140, otp_pin: '482915' })
const troubled = { ...ride, scooter: { id: 'red', name: 'Red 1' }, trouble: 'late' as const }
const OPTIONS = { cause: 'late' as const, is_full: true, refund: 140, scooters: [{ id: 'blue', name: 'Blue 3' }] }

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  server.answer(listMyBookings, [troubled])
  server.answer(getWayOut, OPTIONS)
  server.answer(moveOwnRide, { ...ride, otp_pin: '739264', scooter: { id: 'blue', name: 'Blue 3' } })
  server.answer(takeMoneyBack, { refund: 140 })
})

async function opened() {
  const page = await openWithDialogs(() => import('#stores/my-bookings/trouble.ts'))
  await finish(page.openDialog('wayOut', page.booking))
  return page
}

describe('the options of a ride with trouble', () => {
  test('are loaded when they are opened', async () => {
    const page = await opened()
    expect(page.$wayOut.get()).toEqual(OPTIONS)
  })

  test('give another scooter, whose PIN is shown', async () => {
    const page = await opened()
    await finish(page.takeScooter(page.booking, 'blue'))
    expect(server.requestsTo(moveOwnRide).map(({ body }) => body)).toEqual([
      { from_scooter_id: 'red', scooter_id: 'blue' }
    ])
    expect(page.$movedRide.get()).toMatchObject({ otp_pin: '739264', scooter: { name: 'Blue 3' } })
  })

  test('load again if the scooter was taken meanwhile', async () => {
    const page = await opened()
    server.fail(moveOwnRide, refusalFault('scooter_taken', bookingText.scooterTaken), 1)
    server.answer(getWayOut, { ...OPTIONS, scooters: [] })
    await finish(page.takeScooter(page.booking, 'blue'))
    expect(page.$wayOut.get()).toMatchObject({ scooters: [] })
    expect(page.$movedRide.get()).toBeNull()
    expect(await shownToasts()).toEqual([bookingText.scooterTaken])
  })

  test('name support where no scooter is offered, and otherwise say that none is free', async () => {
    const page = await opened()
    const said = (options: object) => page.noScooterText({ ...OPTIONS, ...options })
    expect(said({})).toBeNull()
    expect(said({ scooters: [] })).toBe(troubleText.noOtherScooter)
    expect(said({ may_move: false, scooters: [] })).toBe(bookingText.noWayOut)
    expect(said({ cause: null, refund: null, scooters: [] })).toBe(bookingText.noWayOut)
  })

  test('give the amount that was shown, and show another one before it is taken', async () => {
    const page = await opened()
    server.fail(takeMoneyBack, refusalFault('refund_changed', bookingText.refundChanged), 1)
    server.answer(getWayOut, { ...OPTIONS, is_full: false, refund: 70 })
    await finish(page.takeMoney(page.booking, page.closeWayOut))
    expect(page.$bookingWithWayOut.get()).not.toBeNull()
    server.answer(takeMoneyBack, { refund: 70 })
    await finish(page.takeMoney(page.booking, page.closeWayOut))
    expect(await shownToasts()).toEqual([manageRideText.endedWithRefund(70)])
    expect(server.requestsTo(takeMoneyBack).map(({ body }) => body)).toEqual([{ amount: 140 }, { amount: 70 }])
    expect(page.$bookingWithWayOut.get()).toBeNull()
  })

  test('follow a report once it has arrived, also when it was kept', async () => {
    const page = await openWithDialogs(async () => ({
      ...(await import('#stores/my-bookings/trouble.ts')),
      ...(await import('#stores/my-bookings/pending-problems.ts'))
    }))
    server.answerTo(reportProblem, ({ body }) => ({ body: { id: (body as { id: string }).id } }))
    server.fail(reportProblem, { kind: 'offline' }, 1)
    page.$managedBooking.set(page.booking)
    page.openProblemDialog()
    page.chooseKind('wont_start')
    await finish(page.report(), 2000)
    expect(server.requestCount(getWayOut)).toBe(0)
    const [kept] = page.pendingProblems()
    if (!kept) throw new Error('no report is kept')
    await finish(page.sendProblem(kept))
    expect(page.$wayOut.get()).toEqual(OPTIONS)
  })
})
