import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { cancelBooking, extendBooking, previewCancellation } from '#contract/bookings/manage-ride.ts'
import { getBooking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { app, send, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer, sendWebhook } from '#tests/helpers/servers/provider.ts'
import { pinCalls, pinOf, pinSeenAt, untilSeen } from '#tests/server/catalogue/pin-calls.ts'
import {
  afterMinutes,
  beginRide,
  bookingRequest,
  bookingSeenByRider,
  deliver,
  eventOf,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  providerRefunds,
  reportPayment,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

// Every way to a full refund, at properties that rotate or delay PINs. What a rider reads is every response about the
// own bookings, as text.

const admin = setUpAdmin()
const { change, changeOf, setRules } = pinCalls(() => admin)

type Rules = Parameters<typeof setRules>[1]

/** A scooter that a new rider of a property with these rules has booked, days ahead. */
async function heldAt(rules: Rules): Promise<HeldBooking> {
  const rider = await signedInRider()
  await setRules(rider.property_id, rules)
  return holdScooter(rider)
}

async function pay(booking: HeldBooking): Promise<string> {
  const receipt = paidAtBank(booking)
  await reportPayment(booking, receipt)
  return receipt.razorpay_payment_id
}

/** Everything that a rider can read about the own bookings. */
async function readingsOf({ id, rider: { token } }: HeldBooking): Promise<string[]> {
  const replies = await Promise.all([
    send(listMyBookings, {}, token),
    send(listMyBookings, { query: { limit: '20' } }, token),
    send(getBooking, { params: { id } }, token),
    app.fetch('/my-bookings', { headers: { cookie: `userType=user; session=${token}` } })
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return Promise.all(replies.map(reply => reply.text()))
}

/** In how many of these the rider reads the PIN that the lock has. */
async function readLivePin(booking: HeldBooking): Promise<number> {
  const pin = (await pinOf(booking.scooter.id)) ?? ''
  return (await readingsOf(booking)).filter(text => text.includes(pin)).length
}

const ALL_READINGS = 4

async function cancelAsRider({ id, rider }: HeldBooking): Promise<void> {
  const { amount, refund } = await rider.call(previewCancellation, { params: { id } })
  expect(refund).toBe(amount)
  await rider.call(cancelBooking, { body: { amount: refund }, params: { id } })
}

const cancelAsAdmin = (amount: number) => (booking: HeldBooking) =>
  admin.call(cancelBookingAsAdmin, { body: { amount }, params: { id: booking.id } })

const refundInDashboard = (parts: readonly number[]) => async (_: HeldBooking, payment_id: string) => {
  const { bank } = razorpayServer()
  for (const paise of parts) bank.processRefund(bank.refundInDashboard(payment_id, paise).id)
  await bank.webhooks.flush(sendWebhook)
}

/** The server refunds the second payment at once, and the first one when the ride is cancelled. */
async function payTwiceAndCancel(booking: HeldBooking): Promise<void> {
  await deliver(eventOf('payment.captured', paidAtBank(booking, { second: true })))
  await cancelAsRider(booking)
}

async function extendAndCancel(booking: HeldBooking): Promise<void> {
  const { id, rider } = booking
  const order = await rider.call(extendBooking, { body: { hours: 1 }, params: { id } })
  await pay({ ...booking, id: order.session_id, order })
  await cancelAsRider(booking)
}

/** The provider processes all refunds of the booking. */
async function processRefunds(booking: HeldBooking): Promise<void> {
  await afterMinutes(0)
  const { bank } = razorpayServer()
  for (const { id, status } of providerRefunds(booking)) if (status === 'pending') bank.processRefund(id)
  await bank.webhooks.flush(sendWebhook)
}

const WAYS: [string, (booking: HeldBooking, payment_id: string) => Promise<unknown>][] = [
  ['the rider cancels', cancelAsRider],
  ['an admin cancels', cancelAsAdmin(50)],
  ['all of it is refunded in the dashboard', refundInDashboard([5000])],
  ['it is refunded in the dashboard in two parts', refundInDashboard([2000, 3000])],
  ['the rider pays twice and cancels', payTwiceAndCancel],
  ['the rider extends the ride and cancels it', extendAndCancel]
]

describe.each(WAYS)('when %s', (_, refundAll) => {
  test('nobody reads a live PIN where PINs rotate: the one that was read is replaced', async () => {
    const booking = await heldAt({ pin_mode: 'rotate' })
    const payment_id = await pay(booking)
    expect(await readLivePin(booking)).toBe(ALL_READINGS)
    await untilSeen(booking.id)
    const read = await pinOf(booking.scooter.id)
    await refundAll(booking, payment_id)
    expect(await readLivePin(booking)).toBe(0)
    await processRefunds(booking)
    const { new_pin } = (await changeOf(booking.scooter.id)) ?? { new_pin: '' }
    await change(booking.scooter.id, new_pin)
    expect(await pinOf(booking.scooter.id)).not.toBe(read)
    expect(await readLivePin(booking)).toBe(0)
  })

  test('nobody has read a PIN where the property delays it', async () => {
    const booking = await heldAt({ pin_lead_minutes: 30 })
    const payment_id = await pay(booking)
    expect(await readLivePin(booking)).toBe(0)
    await refundAll(booking, payment_id)
    await processRefunds(booking)
    expect(await readLivePin(booking)).toBe(0)
    expect(await pinSeenAt(booking.id)).toBeNull()
  })
})

describe.each<[string, Rules]>([
  ['rotate', { pin_mode: 'rotate' }],
  ['come late', { pin_lead_minutes: 30 }]
])('where PINs %s', (_, rules) => {
  test('a rider reads none for a payment that came too late and is refunded', async () => {
    const booking = await heldAt(rules)
    await expireHold(booking)
    const rival = await signedInRider({ property_id: booking.rider.property_id })
    await rival.call(createHourlyBooking, bookingRequest(booking))
    await deliver(eventOf('payment.captured', paidAtBank(booking)))
    expect(await readLivePin(booking)).toBe(0)
    await processRefunds(booking)
    expect(await readLivePin(booking)).toBe(0)
    expect([await pinSeenAt(booking.id), await changeOf(booking.scooter.id)]).toEqual([null, undefined])
  })

  test('a second payment, which is refunded, shows no more than the first one', async () => {
    const booking = await heldAt(rules)
    await pay(booking)
    const readings = await readLivePin(booking)
    await deliver(eventOf('payment.captured', paidAtBank(booking, { second: true })))
    await processRefunds(booking)
    expect(await readLivePin(booking)).toBe(readings)
    expect(await changeOf(booking.scooter.id)).toBeUndefined()
  })

  test('nobody reads one after a ride under way was refunded', async () => {
    const booking = await heldAt({ ...rules, pin_mode: 'rotate' })
    await pay(booking)
    await beginRide(booking)
    expect(await readLivePin(booking)).toBe(ALL_READINGS)
    await untilSeen(booking.id)
    await cancelAsAdmin(50)(booking)
    expect(await readLivePin(booking)).toBe(0)
    expect(await changeOf(booking.scooter.id)).toBeDefined()
  })
})

test('a refund that the provider reports later adds no second PIN change', async () => {
  const booking = await heldAt({ pin_mode: 'rotate' })
  await pay(booking)
  await bookingSeenByRider(booking)
  await untilSeen(booking.id)
  await cancelAsRider(booking)
  await change(booking.scooter.id, (await changeOf(booking.scooter.id))?.new_pin ?? '')
  await sql('UPDATE bookings SET updated_at = updated_at - 60 WHERE id = ?', booking.id)
  await processRefunds(booking)
  expect(await bookingSeenByRider(booking)).toMatchObject({ refund_status: 'processed' })
  expect(await changeOf(booking.scooter.id)).toBeUndefined()
})
