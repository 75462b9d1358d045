import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { cancelBooking, previewCancellation } from '#contract/bookings/cancel.ts'
import { createHourlyBooking } from '#contract/bookings/create.ts'
import { extendBooking, listExtensions } from '#contract/bookings/extend.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { resumePayment } from '#contract/bookings/resume-payment.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { CONFLICT_START_HEADER } from '#contract/kit/conflict-headers.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { rideTooLong } from '#messages/booking/booking-limits.ts'
import * as text from '#messages/booking/booking-responses.ts'
import { cannotExtend, invalidExtensionHours, scooterLeavesService } from '#messages/my-bookings/extend-booking.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer, sendWebhook } from '#tests/helpers/servers/provider.ts'
import {
  anotherRider,
  bookedByRival,
  bookingRequest,
  claimsOf,
  deliver,
  eventOf,
  expireHold,
  freeSlot,
  type HeldBooking,
  paidAtBank,
  paidRide,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/fixtures.ts'

setUpPaymentTests()

const admin = setUpAdmin()

/** A rider of its own, whose other rides do not overlap the extensions. */
const newRide = async () => paidRide(await anotherRider())

const extensionsOf = ({ id, rider }: HeldBooking) => rider.call(listExtensions, { params: { id } })

const refusedExtension = ({ id, rider }: HeldBooking, hours: number) =>
  rider.refusal(extendBooking, { body: { hours }, params: { id } })

const endOf = ({ start_time }: HeldBooking, hours = 1) => addMinutes(new Date(start_time), hours * 60).toISOString()

/** A hold of the time after the ride. */
async function heldExtension(ride: HeldBooking, hours = 1): Promise<HeldBooking> {
  const order = await ride.rider.call(extendBooking, { body: { hours }, params: { id: ride.id } })
  return { ...ride, id: order.session_id, order, start_time: endOf(ride) }
}

async function paidExtension(ride: HeldBooking, hours = 1): Promise<HeldBooking> {
  const extension = await heldExtension(ride, hours)
  await reportPayment(extension, paidAtBank(extension))
  return extension
}

const stateOf = async (booking: HeldBooking) => (await storedBooking(booking)).state

describe('a paid ride', () => {
  test('can be extended by up to 12 hours, for what booking all hours at once costs more', async () => {
    const ride = await newRide()
    const { choices, reason } = await extensionsOf(ride)
    expect(reason).toBeNull()
    expect(choices.map(({ hours }) => hours)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    // 50 a first hour, 140 three, 270 six and 500 twelve.
    expect(choices.slice(0, 5).map(({ amount }) => amount)).toEqual([50, 90, 140, 190, 220])
    expect(choices[0]?.end_time).toBe(endOf(ride, 2))
  })

  test('keeps its end until the extension is paid, and then ends later', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride, 2)
    expect(extension.order.amount).toBe(9000)
    expect(await stateOf(extension)).toBe('held')
    expect(await claimsOf(extension)).toHaveLength(4)
    await reportPayment(extension, paidAtBank(extension))
    expect(await stateOf(extension)).toBe('confirmed')
    expect((await extensionsOf(ride)).choices[0]).toEqual({ amount: 50, end_time: endOf(ride, 4), hours: 1 })
  })

  test('is extended once if its rider asks several times at once', async () => {
    const ride = await newRide()
    const orders = await Promise.all(Array.from({ length: 5 }, () => heldExtension(ride)))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(new Set(orders.map(({ order }) => order.razorpay_order_id)).size).toBe(1)
  })

  test('can be extended when its rider has moved to another property', async () => {
    const ride = await newRide()
    await sql('UPDATE users SET property_id = NULL WHERE id = ?', ride.rider.id)
    expect(await stateOf(await paidExtension(ride))).toBe('confirmed')
  })

  test('has an extension that can be resumed and cancelled like any hold', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const { rider } = ride
    expect((await rider.call(resumePayment, { params: { id: extension.id } })).razorpay_order_id).toBe(
      extension.order.razorpay_order_id
    )
    await rider.call(cancelBooking, { body: {}, params: { id: extension.id } })
    expect(await stateOf(extension)).toBe('released')
    expect(await stateOf(ride)).toBe('confirmed')
  })

  test('cannot be extended by another rider', async () => {
    const ride = await newRide()
    const stranger = await anotherRider()
    const { status } = await stranger.refusal(listExtensions, { params: { id: ride.id } })
    expect(status).toBe(404)
    expect((await refusedExtension({ ...ride, rider: stranger }, 1)).status).toBe(404)
  })

  test.each([0, 13, 1.5, '2'])('is not extended by %s hours', async hours => {
    const ride = await newRide()
    const refused = await refusedExtension(ride, hours as number)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.detail)).toContain(invalidExtensionHours)
  })

  test('can be extended across midnight, again and again, up to the limit of the property', async () => {
    const ride = await newRide()
    for (const hours of [11, 12]) await paidExtension(ride, hours)
    expect(await extensionsOf(ride)).toEqual({ choices: [], next_taken: null, reason: 'limit' })
    expect(await refusedExtension(ride, 1)).toMatchObject({ detail: rideTooLong(24), status: 400 })
  })
})

describe('the next ride of the scooter', () => {
  const nextRide = (ride: HeldBooking, hours: number) => bookedByRival({ ...ride, start_time: endOf(ride, hours) })

  test('ends the choices, and is named', async () => {
    const ride = await newRide()
    await nextRide(ride, 3)
    const { choices, next_taken } = await extensionsOf(ride)
    expect(choices.map(({ hours }) => hours)).toEqual([1, 2])
    expect(next_taken).toBe(endOf(ride, 3))
  })

  test('leaves no choice if it starts at once, and refuses the extension as a conflict', async () => {
    const ride = await newRide()
    const next = await nextRide(ride, 1)
    expect(await extensionsOf(ride)).toEqual({ choices: [], next_taken: endOf(ride), reason: 'taken' })
    const refused = await refusedExtension(ride, 2)
    expect(refused).toMatchObject({ detail: text.bookingConflict, status: 400 })
    expect(refused.headers.get(CONFLICT_START_HEADER)).toBe(new Date(next.start_time).toISOString())
  })

  test('of the same rider on another scooter ends them too', async () => {
    const ride = await newRide()
    const other = await freeSlot()
    const order = await ride.rider.call(createHourlyBooking, bookingRequest({ ...other, start_time: endOf(ride, 2) }))
    const booking = { ...ride, id: order.session_id, order }
    await reportPayment(booking, paidAtBank(booking))
    expect((await extensionsOf(ride)).choices.map(({ hours }) => hours)).toEqual([1])
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: text.overlappingOwnRide, status: 400 })
  })

  test('keeps the buffer of the property before it', async () => {
    const ride = await newRide()
    await nextRide(ride, 3)
    const { property_id } = ride.rider
    await admin.call(updatePropertyRules, { body: { buffer_minutes: 60 }, params: { id: property_id } })
    const { choices, next_taken } = await extensionsOf(ride)
    expect([choices.map(({ hours }) => hours), next_taken]).toEqual([[1], endOf(ride, 2)])
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: text.bookingConflict, status: 400 })
    expect(await stateOf(await paidExtension(ride))).toBe('confirmed')
    await admin.call(updatePropertyRules, { body: { buffer_minutes: null }, params: { id: property_id } })
  })

  test('is not booked if the extension is, when both are requested at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ride = await newRide()
      const rival = await anotherRider()
      const taken = { ...ride, rider: rival, start_time: endOf(ride) }
      const [extended, booked] = await Promise.allSettled([heldExtension(ride), bookedByRival(taken)])
      expect([extended.status, booked.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('an extension whose payment comes late', () => {
  test('is confirmed after its hold has expired, while the time is free', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await expireHold(extension)
    await reportPayment(extension, paidAtBank(extension))
    expect(await stateOf(extension)).toBe('confirmed')
  })

  test('is refunded if somebody else has the time', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await expireHold(extension)
    await bookedByRival(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('refund_due')
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000, reason: 'slot_lost' }])
    expect(await stateOf(ride)).toBe('confirmed')
  })

  test('is refunded if the ride was cancelled', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const { refund } = await ride.rider.call(previewCancellation, { params: { id: ride.id } })
    await ride.rider.call(cancelBooking, { body: { amount: refund }, params: { id: ride.id } })
    expect(await stateOf(extension)).toBe('released')
    expect(await claimsOf(extension)).toEqual([])
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('refund_due')
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('is confirmed after the ride has ended, until its own end', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await shift(ride, extension, { endedMinutesAgo: 30 })
    await expireHold(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('confirmed')
  })

  test('is refunded if the rider was deleted after the ride', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await shift(ride, extension, { endedMinutesAgo: 20 })
    await expireHold(extension)
    await admin.call(deleteRider, { params: { id: ride.rider.id } })
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('cancelled')
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('is refunded after its own end', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await shift(ride, extension, { endedMinutesAgo: 90 })
    await expireHold(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    expect(await stateOf(extension)).toBe('refund_due')
  })
})

async function refundInDashboard({ payment_id }: { payment_id: string }): Promise<void> {
  const { bank } = razorpayServer()
  const { id } = bank.refundInDashboard(payment_id)
  bank.processRefund(id)
  await bank.webhooks.flush(sendWebhook)
}

/** Moves a ride and its extension of one hour each, so that the ride ended at the half hour this long ago. */
async function shift(
  ride: HeldBooking,
  extension: HeldBooking | null,
  { endedMinutesAgo }: { endedMinutesAgo: number }
) {
  const [{ end_at } = { end_at: 0 }] = await sql<{ end_at: number }>(
    'SELECT end_at FROM bookings WHERE id = ?',
    ride.id
  )
  const now = Math.floor(Date.now() / 1000)
  const by = Math.round((end_at - (now - endedMinutesAgo * 60)) / 1800) * 1800
  for (const { id } of [ride, ...(extension ? [extension] : [])]) {
    await sql('UPDATE bookings SET start_at = start_at - ?1, end_at = end_at - ?1 WHERE id = ?2', by, id)
    await sql('UPDATE slot_claims SET cell = cell - ?1 WHERE booking_id = ?2', by / 1800, id)
  }
}

describe('the longest ride of the property', () => {
  test('limits the choices', async () => {
    const ride = await newRide()
    const { property_id } = ride.rider
    await admin.call(updatePropertyRules, { body: { max_ride_hours: 3 }, params: { id: property_id } })
    expect((await extensionsOf(ride)).choices.map(({ hours }) => hours)).toEqual([1, 2])
    expect(await refusedExtension(ride, 3)).toMatchObject({ detail: rideTooLong(3), status: 400 })
    await admin.call(updatePropertyRules, { body: { max_ride_hours: null }, params: { id: property_id } })
  })
})

describe('a ride that is over', () => {
  test('can be extended from its old end, for less than an hour after it', async () => {
    const ride = await newRide()
    await shift(ride, null, { endedMinutesAgo: 20 })
    const { choices } = await extensionsOf(ride)
    expect(choices[0]?.hours).toBe(1)
    expect(await stateOf(await paidExtension(ride))).toBe('confirmed')
  })

  test('cannot be extended later', async () => {
    const ride = await newRide()
    await shift(ride, null, { endedMinutesAgo: 90 })
    expect(await extensionsOf(ride)).toEqual({ choices: [], next_taken: null, reason: 'over' })
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: cannotExtend, status: 400 })
  })

  test('cannot be extended once it was returned', async () => {
    const ride = await newRide()
    await sql('UPDATE bookings SET returned_at = end_at WHERE id = ?', ride.id)
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: cannotExtend, status: 400 })
  })

  test('cannot be extended if its scooter goes into maintenance', async () => {
    const ride = await newRide()
    await sql("UPDATE scooters SET status = 'Maintenance' WHERE id = ?", ride.scooter.id)
    expect(await extensionsOf(ride)).toMatchObject({ choices: [], reason: 'maintenance' })
    expect(await refusedExtension(ride, 2)).toMatchObject({ detail: scooterLeavesService, status: 400 })
  })
})

describe('an extended ride', () => {
  const previewed = ({ id, rider }: HeldBooking) => rider.call(previewCancellation, { params: { id } })

  test('is cancelled as a whole, and every payment is refunded', async () => {
    const ride = await newRide()
    const extension = await paidExtension(ride, 2)
    expect(await previewed(ride)).toMatchObject({ amount: 140, refund: 140 })
    const { refund } = await ride.rider.call(cancelBooking, { body: { amount: 140 }, params: { id: ride.id } })
    expect(refund).toBe(140)
    expect([await stateOf(ride), await stateOf(extension)]).toEqual(['cancelled', 'cancelled'])
    expect(await claimsOf(extension)).toEqual([])
    expect(await refundsOf(ride)).toMatchObject([{ paise: 5000 }])
    expect(await refundsOf(extension)).toMatchObject([{ paise: 9000 }])
  })

  test('is not cancelled for the amount before the extension', async () => {
    const ride = await newRide()
    const { refund } = await previewed(ride)
    await paidExtension(ride)
    const refused = await ride.rider.refusal(cancelBooking, { body: { amount: refund }, params: { id: ride.id } })
    expect(refused).toMatchObject({ detail: text.refundChanged, status: 409 })
    expect(await stateOf(ride)).toBe('confirmed')
  })

  test('has one refund for each payment if twenty cancel it at once', async () => {
    const ride = await newRide()
    const extension = await paidExtension(ride)
    const cancel = () => ride.rider.call(cancelBooking, { body: { amount: 100 }, params: { id: ride.id } })
    await Promise.all(Array.from({ length: 20 }, cancel))
    expect(await refundsOf(ride)).toHaveLength(1)
    expect(await refundsOf(extension)).toHaveLength(1)
  })

  test('refunds an extension in full that was paid a minute ago, even if the ride starts soon', async () => {
    const ride = await newRide()
    const extension = await paidExtension(ride)
    await sql(
      'UPDATE bookings SET terms = ?, paid_at = paid_at - 3600 WHERE id = ?',
      JSON.stringify({ free_cancel_minutes: 1_000_000, grace_minutes: 10, late_cancel_percent: 50 }),
      ride.id
    )
    expect(await previewed(ride)).toMatchObject({ amount: 100, refund: 75, refund_after: 50 })
    await ride.rider.call(cancelBooking, { body: { amount: 75 }, params: { id: ride.id } })
    expect(await refundsOf(ride)).toMatchObject([{ paise: 2500 }])
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('is listed for admins row by row, and cancelled as a whole from any of them', async () => {
    const ride = await newRide()
    const extension = await paidExtension(ride)
    const rows = await admin.call(listAllBookings, { query: { scooter_id: ride.scooter.id } })
    expect(
      rows.map(({ booking_type, cancel_refund, id, ride_id }) => ({ booking_type, cancel_refund, id, ride_id }))
    ).toEqual(
      expect.arrayContaining([
        { booking_type: 'hourly', cancel_refund: 100, id: ride.id, ride_id: null },
        { booking_type: 'extension', cancel_refund: 100, id: extension.id, ride_id: ride.id }
      ])
    )
    const refused = await admin.refusal(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: extension.id } })
    expect(refused.status).toBe(409)
    await admin.call(cancelBookingAsAdmin, { body: { amount: 100 }, params: { id: extension.id } })
    expect([await stateOf(ride), await stateOf(extension)]).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000 }])
  })

  test('is cancelled with its extension if its first payment is refunded in the dashboard', async () => {
    const ride = await newRide()
    const extension = await paidExtension(ride)
    await refundInDashboard(ride)
    expect([await stateOf(ride), await stateOf(extension)]).toEqual(['cancelled', 'cancelled'])
    expect(await refundsOf(extension)).toMatchObject([{ paise: 5000, reason: 'cancelled', status: 'due' }])
    expect(await claimsOf(extension)).toEqual([])
  })

  test('keeps its first hour if the extension is refunded in the dashboard', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const receipt = paidAtBank(extension)
    await reportPayment(extension, receipt)
    await refundInDashboard({ payment_id: receipt.razorpay_payment_id })
    expect([await stateOf(ride), await stateOf(extension)]).toEqual(['confirmed', 'cancelled'])
  })
})

describe('My Bookings', () => {
  const listed = ({ rider }: HeldBooking) => rider.call(listMyBookings, { query: { limit: '20' } })

  test('shows an extended ride as one, with its last end and all that was paid', async () => {
    const ride = await newRide()
    await paidExtension(ride, 2)
    expect(await listed(ride)).toMatchObject([
      { amount: 140, end_time: endOf(ride, 3), extension: null, id: ride.id, payment_status: 'Completed' }
    ])
    expect(await ride.rider.call(listMyBookings)).toHaveLength(1)
  })

  test('shows an unpaid extension with its ride, and nothing of it once it has expired', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    const [booking] = await listed(ride)
    expect(booking).toMatchObject({
      amount: 50,
      end_time: endOf(ride),
      extension: { amount: 50, end_time: endOf(ride, 2), id: extension.id, is_settling: false }
    })
    await expireHold(extension)
    expect(await listed(ride)).toMatchObject([{ extension: null, id: ride.id }])
  })

  test('shows a ride as current while its extension can still be paid', async () => {
    const ride = await newRide()
    await heldExtension(ride)
    await shift(ride, null, { endedMinutesAgo: 20 })
    expect(await listed(ride)).toMatchObject([{ extension: { amount: 50 }, id: ride.id }])
  })

  test('shows an extension that could not be confirmed beside its ride', async () => {
    const ride = await newRide()
    const extension = await heldExtension(ride)
    await expireHold(extension)
    await bookedByRival(extension)
    await deliver(eventOf('payment.captured', paidAtBank(extension)))
    const items = await listed(ride)
    expect(items.map(({ id, kind, payment_status, refund }) => ({ id, kind, payment_status, refund }))).toEqual([
      { id: ride.id, kind: null, payment_status: 'Completed', refund: null },
      { id: extension.id, kind: 'extension', payment_status: 'Refunded', refund: 50 }
    ])
  })

  test('shows a cancelled ride as one, with all that is refunded', async () => {
    const ride = await newRide()
    await paidExtension(ride, 2)
    await ride.rider.call(cancelBooking, { body: { amount: 140 }, params: { id: ride.id } })
    expect(await listed(ride)).toMatchObject([
      { amount: 140, end_time: endOf(ride, 3), id: ride.id, payment_status: 'Cancelled', refund: 140 }
    ])
  })

  test('counts rides, not their extensions, on a page', async () => {
    const ride = await newRide()
    await paidExtension(ride)
    await paidExtension({ ...ride, start_time: endOf(ride) })
    const response = await ride.rider.call(listMyBookings, { query: { limit: '1' } })
    expect(response).toHaveLength(1)
  })
})
