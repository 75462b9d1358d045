// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { extendBooking, listExtensions } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { dialog, setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { booking, NOW } from '#tests/stores/my-bookings/bookings.ts'
import { openWithDialogs } from '#tests/stores/my-bookings/page.ts'
import { order, receipt } from '#tests/stores/payment/provider-dialog.ts'

// A rider extends a paid ride, and the unpaid extension of a ride.

const paid = booking('b1', '2026-06-15T18:00:00Z', '2026-06-15T19:00:00Z', { amount: 140, kind: 'ride' })
const extension = {
  amount: 50,
  end_time: '2026-06-15T20:00:00Z',
  expires_at: '2026-06-15T14:20:00Z',
  id: 'e1',
  is_settling: false
}

const openPage = () =>
  openWithDialogs(async () => ({
    ...(await import('#stores/my-bookings/bookings.ts')),
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts')),
    ...(await import('#stores/payment/payment-notices.ts'))
  }))

/** Opens My Bookings with the dialog that offers the extensions of the ride. */
async function openExtensions() {
  const page = await openPage()
  await page.openDialog('manage', page.booking)
  await page.openExtendDialog()
  return page
}

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  server.answer(listMyBookings, [paid])
  const choices = [{ amount: 50, end_time: extension.end_time, hours: 1 }]
  server.answer(listExtensions, { choices, next_taken: null, reason: null })
})

describe('extending a ride', () => {
  test.each([
    ['success', { success: true }, '[]', manageRideText.extendedUntil('Tue 1:30\u00a0am')],
    [
      'unconfirmed',
      { is_settling: true, message: paymentsText.beingConfirmed, success: false },
      `["e1","${extension.end_time}"]`,
      paymentsText.beingConfirmed
    ]
  ])('refreshes the list after a late %s', async (_, reply, stored, sentence) => {
    const page = await openExtensions()
    server.answer(extendBooking, { ...order, amount: 5000, session_id: 'e1' })
    server.answer(listMyBookings, [{ ...paid, extension }])
    const extended = page.extendRide()
    const { options } = await dialog()
    options.modal.ondismiss()
    await advanceTime(1000)
    await extended
    server.answer(confirmPayment, reply)
    const before = server.requestCount(listMyBookings)
    options.handler(receipt)
    await advanceTime(1000)
    expect(server.requestCount(listMyBookings)).toBe(before + 1)
    expect(sessionStorage.getItem('confirming')).toBe(stored)
    expect(await shownToasts()).toEqual([paymentsText.paymentCancelled, sentence])
  })

  test.each([
    ['at once', []],
    ['later', [{ ...paid, extension }]]
  ])('clears the error of a payment that could not be verified, when it is confirmed %s', async (_, before) => {
    const page = await openExtensions()
    server.answer(extendBooking, { ...order, amount: 5000, session_id: 'e1' })
    server.fail(confirmPayment, { kind: 'offline' })
    const extended = { ...paid, end_time: extension.end_time }
    const lists = [...before, extended]
    server.answerTo(listMyBookings, () => ({ body: [(lists.length > 1 && lists.shift()) || extended] }))
    const extending = page.extendRide()
    const { options } = await dialog()
    options.handler(receipt)
    await advanceTime(30_000)
    await extending
    expect(await shownToasts()).toEqual([paymentsText.verificationFailed, paymentsText.paymentSucceeded])
    expect([page.$paymentError.get(), page.$unconfirmedIds.get()]).toEqual([null, []])
    expect(sessionStorage.getItem('confirming')).toBe('[]')
  })

  test.each(['booking_conflict', 'closed_on_date', 'outside_hours'] as const)(
    'shows what is possible now after the refusal %s',
    async code => {
      const page = await openExtensions()
      server.fail(extendBooking, refusalFault(code, 'Booking conflict: taken'))
      server.answer(listExtensions, { choices: [], next_taken: paid.end_time, reason: 'taken' })
      await page.extendRide()
      expect(await shownToasts()).toEqual(['Booking conflict: taken'])
      expect([page.$extensionChoice.get(), page.$extensions.get()?.reason]).toEqual([null, 'taken'])
      expect(page.$extensionLimit.get()).toEqual({ isFinal: true, otherReason: null, takenFrom: paid.end_time })
      expect(manageRideText.noExtension('taken')).toMatch(/booked right after/)
    }
  )

  test('says in the dialog why the rider may not extend, until it is opened again', async () => {
    const page = await openExtensions()
    server.fail(extendBooking, refusalFault('license_expired', bookingBlocksText.BLOCK_TEXTS.license_expired))
    await page.extendRide()
    expect(page.$extensionBlock.get()).toBe('license_expired')
    expect([page.$bookingToExtend.get()?.id, page.$extensionChoice.get()?.hours]).toEqual(['b1', 1])
    expect(await shownToasts()).toEqual([])
    await page.openExtendDialog()
    expect(page.$extensionBlock.get()).toBeNull()
  })

  test('shows why at once, without prices, to a rider who may not extend', async () => {
    server.answer(listExtensions, { block: 'rider_suspended', choices: [] })
    const page = await openExtensions()
    expect([page.$extensionBlock.get(), page.$extensionChoice.get()]).toEqual(['rider_suspended', null])
  })

  test.each([
    ['the longest ride', 'limit' as const, { isFinal: true, otherReason: 'limit', takenFrom: null }],
    ['the next booking', null, { isFinal: false, otherReason: null, takenFrom: paid.end_time }]
  ])('is limited by %s', async (_, reason, limit) => {
    server.answer(listExtensions, { choices: [], next_taken: paid.end_time, reason })
    const page = await openExtensions()
    expect(page.$extensionLimit.get()).toEqual(limit)
  })
})

describe('an unpaid extension', () => {
  beforeEach(() => {
    server.answer(listMyBookings, [{ ...paid, extension }])
  })

  test('is a booking of its own for its payment: from the end of the ride, pending, without the PIN', async () => {
    const page = await openPage()
    const { payableExtensions } = page.bookingsView([page.booking], [], new Date())
    expect(payableExtensions.get(page.booking.id)).toMatchObject({
      amount: 50,
      id: 'e1',
      kind: 'extension',
      otp_pin: null,
      payment_status: 'Pending',
      start_time: paid.end_time
    })
  })

  test('keeps a ride that has ended in the current section', async () => {
    const page = await openPage()
    const after = new Date('2026-06-15T19:10:00Z')
    const late = { ...paid, extension: { ...extension, expires_at: '2026-06-15T19:20:00Z' } }
    expect(page.sectionsOf([late], [], after).current).toHaveLength(1)
    expect(page.sectionsOf([paid], [], after).past).toHaveLength(1)
  })

  test('that expires says so, and that the ride keeps its end', async () => {
    await openPage()
    server.answer(listMyBookings, [paid])
    await advanceTime(7 * 60_000)
    expect(await shownToasts()).toEqual([rideCardText.extensionExpired])
  })
})
