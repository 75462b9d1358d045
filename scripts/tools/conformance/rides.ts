import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { getPropertyPricing, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import {
  confirmPayment,
  DISMISSED_BY_RIDER,
  type Order,
  type PaymentReceipt,
  recordPaymentFailure
} from '#contract/payments/orders.ts'
import { PAISE_PER_RUPEE } from '#domain/money.ts'
import { instantAt, parseInstant } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { BOOKED_DAY } from './catalogue.ts'
import { asRider, expect, firstRider, PIN, PLAN, type Rider, type RunContext, requireValue, skip } from './context.ts'

const at = (clock: string) => instantAt(BOOKED_DAY, clock).toISOString()
const isAt = (iso: string, expected: string) => parseInstant(iso).getTime() === parseInstant(expected).getTime()
const addHours = (iso: string, hours: number) => new Date(parseInstant(iso).getTime() + hours * HOUR_MS).toISOString()

async function bookingsFrom(context: RunContext, rider: Rider, start: string): Promise<Booking | undefined> {
  const bookings = await context.caller.call(listMyBookings, { token: rider.token })
  return bookings.find(({ scooter, start_time }) => scooter?.name === context.scooter?.name && isAt(start_time, start))
}

async function testPropertyOfRider(context: RunContext): Promise<void> {
  const { caller, report } = context
  const params = () => ({ property_id: requireValue(context.propertyId ?? context.homePropertyId, 'a property') })

  await report.check('GET /properties/{property_id}/scooters returns scooters with name and status', async () => {
    const scooters = await asRider(context, listPropertyScooters, { params: params() })
    const createdId = context.scooter?.id
    const found = scooters.find(({ id, status }) => (createdId ? id === createdId : status === 'Available'))
    if (createdId) expect(found?.status === 'Available', 'the created scooter is missing')
    if (found) context.scooter = { id: found.id, name: found.name }
  })
  await report.check('GET /properties/{property_id}/pricing returns four rates, or 404 without any', async () => {
    const { token } = firstRider(context)
    const { status } = await caller.request(getPropertyPricing, { params: params(), token })
    if (status !== 404) context.rates = await asRider(context, getPropertyPricing, { params: params() })
  })
}

interface HeldBooking {
  order: Order
  rider: Rider
  start: string
}

const scooterOf = (context: RunContext) => requireValue(context.scooter, 'an available scooter')

async function testRefusedHolds(context: RunContext, held: () => HeldBooking): Promise<void> {
  const { caller, report, riders } = context
  const other = () => requireValue(riders[1], 'two accounts')

  await report.check('POST /bookings/hourly without plan or duration is rejected', async () => {
    const body = { scooter_id: scooterOf(context).id, start_time: at('20:00') }
    await caller.refusal(createHourlyBooking, { body, token: other().token }, [400, 422])
  })
  await report.check('POST /bookings/hourly for a taken time returns 400 with the window in two headers', async () => {
    const { start: taken } = held()
    const body = { duration_hours: 1, scooter_id: scooterOf(context).id, start_time: taken }
    const { detail, headers } = await caller.refusal(createHourlyBooking, { body, token: other().token }, [400])
    expect(detail.includes('Booking conflict'), `the detail is '${detail}'`)
    const [from, to] = [headers.get('x-conflict-start'), headers.get('x-conflict-end')]
    expect(from !== null && isAt(from, taken), `x-conflict-start is ${from}`)
    expect(to !== null && isAt(to, addHours(taken, 1)), `x-conflict-end is ${to}`)
  })
}

async function testHold(context: RunContext): Promise<HeldBooking | undefined> {
  const { caller, report } = context
  const start = at('02:30')
  let held: HeldBooking | undefined

  await report.check('POST /bookings/hourly returns an order in paise, at the hourly rate', async () => {
    const rider = firstRider(context)
    const body = { duration_hours: 1, scooter_id: scooterOf(context).id, start_time: start }
    const order = await caller.call(createHourlyBooking, { body, token: rider.token })
    held = { order, rider, start }
    const rupees = requireValue(context.rates, 'rates').hourly_1
    expect(order.amount === rupees * PAISE_PER_RUPEE, `the amount is ${order.amount} although an hour costs ${rupees}`)
  })
  await testRefusedHolds(context, () => requireValue(held, 'a booking'))
  await report.check('GET /my-bookings has the unpaid booking as Pending, without a PIN', async () => {
    const { rider, start: from } = requireValue(held, 'a booking')
    const found = await bookingsFrom(context, rider, from)
    expect(found?.payment_status === 'Pending', `it is ${found?.payment_status ?? 'not there'}`)
    expect(isAt(found.end_time, addHours(from, 1)), `it ends at ${found.end_time}`)
    expect(!found.otp_pin, 'it contains the PIN')
  })
  return held
}

async function testPayment(context: RunContext, held: HeldBooking | undefined): Promise<void> {
  const { caller, report } = context
  const forged = (order: Order) => ({
    razorpay_order_id: order.razorpay_order_id,
    razorpay_payment_id: 'pay_Conformance1',
    razorpay_signature: '0'.repeat(64),
    session_id: order.session_id
  })

  await report.check(
    'POST /bookings/payment-success with a forged signature is rejected and pays nothing',
    async () => {
      const { order, rider, start } = requireValue(held, 'a booking')
      await caller.refusal(confirmPayment, { body: forged(order), token: rider.token }, [400, 401, 403, 422])
      expect((await bookingsFrom(context, rider, start))?.payment_status !== 'Completed', 'the booking is paid')
    }
  )
  await report.check('POST /bookings/payment-failed accepts a form with the reason', async () => {
    const { order, rider, start } = requireValue(held, 'a booking')
    const body = { error_description: DISMISSED_BY_RIDER, session_id: order.session_id }
    await caller.call(recordPaymentFailure, { body, token: rider.token })
    const { payment_status = 'not there' } = (await bookingsFrom(context, rider, start)) ?? {}
    expect(['Failed', 'Pending'].includes(payment_status), `the booking is ${payment_status}`)
  })
}

async function testPlanAndPayment(context: RunContext): Promise<void> {
  const { report } = context
  const start = at('05:00')
  const rider = () => firstRider(context)
  let order: Order | undefined
  let paid: PaymentReceipt | undefined

  await report.check("POST /bookings/hourly with a plan returns an order for the plan's cost, in paise", async () => {
    const pricing_plan_id = requireValue(context.planId, '--admin')
    const body = { pricing_plan_id, scooter_id: requireValue(context.scooter, '--admin').id, start_time: start }
    order = await asRider(context, createHourlyBooking, { body })
    expect(order.amount === PLAN.cost * PAISE_PER_RUPEE, `the amount is ${order.amount}`)
  })
  await report.check(
    'POST /bookings/payment-success accepts a form with the result of the payment dialog',
    async () => {
      const { razorpay_order_id, session_id } = requireValue(order, '--admin')
      const receipt = (await context.pay(razorpay_order_id, rider().token)) ?? skip('a payment sandbox')
      await asRider(context, confirmPayment, { body: { ...receipt, session_id } })
      paid = receipt
    }
  )
  await report.check(
    'GET /my-bookings has the paid booking as Completed, with the PIN and the plan’s hours',
    async () => {
      requireValue(paid, 'a payment')
      const found = await bookingsFrom(context, rider(), start)
      expect(found?.payment_status === 'Completed', `it is ${found?.payment_status ?? 'not there'}`)
      expect(isAt(found.end_time, addHours(start, PLAN.hours)), `it ends at ${found.end_time}`)
      expect(found.otp_pin === PIN, `the PIN is '${found.otp_pin}'`)
    }
  )
}

export async function testRides(context: RunContext): Promise<void> {
  await testPropertyOfRider(context)
  await testPayment(context, await testHold(context))
  await testPlanAndPayment(context)
}
