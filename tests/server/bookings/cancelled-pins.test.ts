import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertPinChange } from '#tests/helpers/data/stored-state.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import { pinCalls, pinOf, pinSeenAt, untilSeen } from '#tests/server/catalogue/pin-calls.ts'
import {
  afterMinutes,
  bookingSeenByRider,
  deliver,
  eventOf,
  paidRide,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

type Ride = Awaited<ReturnType<typeof paidRide>>

const admin = setUpAdmin()
const { change, changeOf, setRules } = pinCalls(() => admin)

async function paidRideAt(rules: Parameters<typeof setRules>[1]): Promise<Ride> {
  const rider = await signedInRider()
  await setRules(rider.property_id, rules)
  return paidRide(rider)
}

const cancel = ({ id, rider }: Ride) => rider.call(cancelBooking, { body: { amount: 50 }, params: { id } })

async function readPin(ride: Ride): Promise<string> {
  const seen = await bookingSeenByRider(ride)
  await untilSeen(ride.id)
  return seen?.otp_pin ?? ''
}

async function refundInDashboard({ payment_id }: Ride): Promise<void> {
  const { bank } = razorpayServer()
  bank.processRefund(bank.refundInDashboard(payment_id, 5000).id)
  await deliver(eventOf('refund.processed', { razorpay_payment_id: payment_id }))
}

const CANCELLATIONS: [string, (ride: Ride) => Promise<unknown>][] = [
  ['the rider', cancel],
  ['an admin', ({ id }) => admin.call(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id } })],
  ["the provider's dashboard", refundInDashboard]
]

describe('a full refund where PINs rotate', () => {
  test.each(CANCELLATIONS)('leaves no rider with a live PIN if the booking is cancelled by %s', async (_, cancelIt) => {
    const ride = await paidRideAt({ pin_mode: 'rotate' })
    const read = await readPin(ride)
    expect(read).toBe(ride.scooter.otp_pin)
    await cancelIt(ride)
    expect((await bookingSeenByRider(ride))?.otp_pin).toBeNull()
    const waiting = await changeOf(ride.scooter.id)
    expect(waiting).toMatchObject({ otp_pin: read })
    await change(ride.scooter.id, waiting?.new_pin ?? '')
    expect(await pinOf(ride.scooter.id)).not.toBe(read)
  })

  test('that the provider reports later adds no second PIN change', async () => {
    const ride = await paidRideAt({ pin_mode: 'rotate' })
    await readPin(ride)
    await cancel(ride)
    await change(ride.scooter.id, (await changeOf(ride.scooter.id))?.new_pin ?? '')
    await sql('UPDATE bookings SET updated_at = updated_at - 60 WHERE id = ?', ride.id)
    await afterMinutes(0)
    for (const refund of razorpayServer().bank.refundsOf(ride.payment_id))
      razorpayServer().bank.processRefund(refund.id)
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    expect(await bookingSeenByRider(ride)).toMatchObject({ refund_status: 'processed' })
    expect(await changeOf(ride.scooter.id)).toBeUndefined()
  })

  test('changes no PIN if the rider has not read it', async () => {
    const ride = await paidRideAt({ pin_mode: 'rotate' })
    await cancel(ride)
    expect([await pinSeenAt(ride.id), await changeOf(ride.scooter.id)]).toEqual([null, undefined])
  })

  test('adds a PIN change even if the rider cancels before the read is recorded', async () => {
    const ride = await paidRideAt({ pin_mode: 'rotate' })
    await bookingSeenByRider(ride)
    await cancel(ride)
    await untilSeen(ride.id)
    expect(await changeOf(ride.scooter.id)).toBeDefined()
  })
})

describe('where the property delays the PIN', () => {
  test('a rider who pays, looks and cancels has not read it', async () => {
    const ride = await paidRideAt({ pin_lead_minutes: 30, pin_mode: 'rotate' })
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, payment_status: 'Completed' })
    await cancel(ride)
    expect((await bookingSeenByRider(ride))?.otp_pin).toBeNull()
    expect([await pinSeenAt(ride.id), await changeOf(ride.scooter.id)]).toEqual([null, undefined])
  })
})

test('where PINs are static, a cancellation changes no PIN', async () => {
  const ride = await paidRideAt({})
  await readPin(ride)
  await cancel(ride)
  expect(await changeOf(ride.scooter.id)).toBeUndefined()
})

test('a waiting PIN is kept when a booking is cancelled', async () => {
  const ride = await paidRideAt({ pin_mode: 'rotate' })
  await readPin(ride)
  await insertPinChange(ride.scooter.id, '739264')
  await cancel(ride)
  expect(await changeOf(ride.scooter.id)).toMatchObject({ new_pin: '739264' })
})
