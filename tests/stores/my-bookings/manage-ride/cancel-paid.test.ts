// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { cancelBooking as cancellation, previewCancellation } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { finish, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from '#tests/stores/my-bookings/bookings.ts'
import { openWithDialogs } from '#tests/stores/my-bookings/page.ts'

// A rider cancels a paid booking: reads the refund, then agrees to it.

const paid = booking('b1', '2026-06-15T18:00:00Z', '2026-06-15T19:00:00Z', { amount: 140 })

async function openDialogs() {
  const page = await openWithDialogs(async () => ({
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts')),
    ...(await import('#stores/my-bookings/manage-ride/panel.ts'))
  }))
  await page.openDialog('manage', page.booking)
  return page
}

const previewIs = (refund: number) => {
  server.answer(previewCancellation, { amount: 140, refund })
}

async function agree({ cancelBooking }: { cancelBooking: () => Promise<void> }) {
  await finish(cancelBooking())
}

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  server.answer(listMyBookings, [paid])
  server.answer(cancellation, { refund: 140 })
  previewIs(140)
})

describe('cancelling a paid booking', () => {
  test('loads the refund before the question, and sends the amount that the rider read', async () => {
    const page = await openDialogs()
    await page.openPaidCancelDialog()
    expect([page.$managedBooking.get(), page.$bookingToCancel.get()]).toEqual([null, page.booking])
    expect(page.$cancelPreview.get()).toMatchObject({ refund: 140 })
    await agree(page)
    expect(server.requestsTo(cancellation).map(({ body }) => body)).toEqual([{ amount: 140 }])
    expect(await shownToasts()).toEqual([manageRideText.cancelledWithRefund(140)])
    expect(page.$bookingToCancel.get()).toBeNull()
  })

  test('names no amount after a cancellation without a refund', async () => {
    previewIs(0)
    server.answer(cancellation, { refund: 0 })
    const page = await openDialogs()
    await page.openPaidCancelDialog()
    await agree(page)
    expect(server.requestsTo(cancellation).map(({ body }) => body)).toEqual([{ amount: 0 }])
    expect(await shownToasts()).toEqual([commonText.bookingCancelled])
  })

  test('asks again with the new refund if it has changed', async () => {
    const page = await openDialogs()
    await page.openPaidCancelDialog()
    previewIs(70)
    server.fail(cancellation, refusalFault('refund_changed', bookingText.refundChanged))
    await agree(page)
    expect(await shownToasts()).toEqual([bookingText.refundChanged])
    expect(page.$bookingToCancel.get()).toBe(page.booking)
    expect(page.$cancelPreview.get()).toMatchObject({ refund: 70 })
  })

  test('opens no question after the rider has closed the panel', async () => {
    const page = await openDialogs()
    const opening = page.openPaidCancelDialog()
    page.closeManageDialog()
    await opening
    expect(page.$bookingToCancel.get()).toBeNull()
  })
})
