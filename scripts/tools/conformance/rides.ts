import {
  type Booking,
  createHourlyBooking,
  listMyBookings,
  type Order,
  paymentFailed,
  paymentSucceeded
} from '#contract/bookings/bookings.ts'
import { getPropertyPricing } from '#contract/catalogue/pricing.admin.ts'
import { listPropertyScooters } from '#contract/catalogue/scooters.admin.ts'
import { PAISE_PER_RUPEE } from '#domain/constants.ts'
import { instantAt, instantFrom } from '#domain/time.ts'
import { BOOKED_DAY } from './prices.ts'
import { expect, given, needs } from './protocol.ts'
import { PLAN, type Receipt, type Rider, type Stage } from './stage.ts'

const HOUR_MS = 3_600_000
const DISMISSED = 'Payment cancelled by user'

const at = (clock: string) => instantAt(BOOKED_DAY, clock).toISOString()
const isAt = (iso: string, expected: string) => instantFrom(iso).getTime() === instantFrom(expected).getTime()
const hoursAfter = (iso: string, hours: number) => new Date(instantFrom(iso).getTime() + hours * HOUR_MS).toISOString()

async function ridesFrom(stage: Stage, rider: Rider, start: string): Promise<Booking | undefined> {
  const bookings = await stage.caller.call(listMyBookings, { token: rider.token })
  return bookings.find(({ scooter, start_time }) => scooter?.name === stage.scooter?.name && isAt(start_time, start))
}

async function tryPropertyOfRider(stage: Stage): Promise<void> {
  const { caller, protocol } = stage
  const asked = () => ({
    params: { property_id: given(stage.property_id ?? stage.home_id, 'a property') },
    token: given(stage.riders[0], 'an account').token
  })

  await protocol.promise('GET /properties/{property_id}/scooters answers scooters with name and status', async () => {
    const scooters = await caller.call(listPropertyScooters, asked())
    const wanted = stage.scooter?.id
    const found = scooters.find(({ id, status }) => (wanted ? id === wanted : status === 'Available'))
    if (wanted) expect(found?.status === 'Available', 'it has not the scooter that was made for it')
    if (found) stage.scooter = { id: found.id, name: found.name }
  })
  await protocol.promise('GET /properties/{property_id}/pricing answers four rates, or 404 without any', async () => {
    const { status } = await caller.ask(getPropertyPricing, asked())
    if (status !== 404) stage.rates = await caller.call(getPropertyPricing, asked())
  })
}

interface Held {
  order: Order
  rider: Rider
  start: string
}

async function tryHold(stage: Stage): Promise<Held | undefined> {
  const { caller, protocol, riders } = stage
  const start = at('02:30')
  let held: Held | undefined

  await protocol.promise('POST /bookings/hourly answers an order in paise, at the hourly rate', async () => {
    const rider = given(riders[0], 'an account')
    const scooter = given(stage.scooter, 'an available scooter')
    const body = { duration_hours: 1, scooter_id: scooter.id, start_time: start }
    const order = await caller.call(createHourlyBooking, { body, token: rider.token })
    held = { order, rider, start }
    const rupees = given(stage.rates, 'rates').hourly_1
    expect(order.amount === rupees * PAISE_PER_RUPEE, `the amount is ${order.amount} where an hour costs ${rupees}`)
  })
  await protocol.promise('POST /bookings/hourly without plan or duration is refused', async () => {
    const body = { scooter_id: given(stage.scooter, 'an available scooter').id, start_time: at('20:00') }
    await caller.refusal(createHourlyBooking, { body, token: given(riders[1], 'two accounts').token }, [400, 422])
  })
  await protocol.promise(
    "POST /bookings/hourly for another's time answers 400 with his window in two headers",
    async () => {
      const { rider: _, start: taken } = given(held, 'a booking')
      const body = { duration_hours: 1, scooter_id: given(stage.scooter, 'an available scooter').id, start_time: taken }
      const token = given(riders[1], 'two accounts').token
      const { detail, headers } = await caller.refusal(createHourlyBooking, { body, token }, [400])
      expect(detail.includes('Booking conflict'), `the detail is '${detail}'`)
      const [from, to] = [headers.get('x-conflict-start'), headers.get('x-conflict-end')]
      expect(from !== null && isAt(from, taken), `x-conflict-start is ${from}`)
      expect(to !== null && isAt(to, hoursAfter(taken, 1)), `x-conflict-end is ${to}`)
    }
  )
  await protocol.promise('GET /my-bookings has the unpaid booking as Pending, without a PIN', async () => {
    const { rider, start: from } = given(held, 'a booking')
    const found = await ridesFrom(stage, rider, from)
    expect(found?.payment_status === 'Pending', `it is ${found?.payment_status ?? 'not there'}`)
    expect(isAt(found.end_time, hoursAfter(from, 1)), `it ends at ${found.end_time}`)
    expect(!found.otp_pin, 'it tells the PIN')
  })
  return held
}

async function tryPayment(stage: Stage, held: Held | undefined): Promise<void> {
  const { caller, protocol } = stage
  const forged = (order: Order) => ({
    razorpay_order_id: order.razorpay_order_id,
    razorpay_payment_id: 'pay_Conformance1',
    razorpay_signature: '0'.repeat(64),
    session_id: order.session_id
  })

  await protocol.promise(
    'POST /bookings/payment-success with a forged signature is refused, and pays nothing',
    async () => {
      const { order, rider, start } = given(held, 'a booking')
      await caller.refusal(paymentSucceeded, { body: forged(order), token: rider.token }, [400, 401, 403, 422])
      expect((await ridesFrom(stage, rider, start))?.payment_status !== 'Completed', 'the booking is paid')
    }
  )
  await protocol.promise('POST /bookings/payment-failed takes a form with what happened', async () => {
    const { order, rider, start } = given(held, 'a booking')
    const body = { error_description: DISMISSED, session_id: order.session_id }
    await caller.call(paymentFailed, { body, token: rider.token })
    const { payment_status = 'not there' } = (await ridesFrom(stage, rider, start)) ?? {}
    expect(['Failed', 'Pending'].includes(payment_status), `the booking is ${payment_status}`)
  })
}

async function tryPlanAndPayment(stage: Stage): Promise<void> {
  const { caller, protocol } = stage
  const start = at('05:00')
  const rider = () => given(stage.riders[0], 'an account')
  let order: Order | undefined
  let paid: Receipt | undefined

  await protocol.promise(
    "POST /bookings/hourly with a plan answers an order over the plan's cost, in paise",
    async () => {
      const pricing_plan_id = given(stage.plan_id, '--admin')
      const body = { pricing_plan_id, scooter_id: given(stage.scooter, '--admin').id, start_time: start }
      order = await caller.call(createHourlyBooking, { body, token: rider().token })
      expect(order.amount === PLAN.cost * PAISE_PER_RUPEE, `the amount is ${order.amount}`)
    }
  )
  await protocol.promise(
    'POST /bookings/payment-success takes a form with what the payment dialog hands over',
    async () => {
      const { razorpay_order_id, session_id } = given(order, '--admin')
      const receipt =
        (await stage.pay(razorpay_order_id, rider().token)) ?? needs('a bank to play with, as the sandbox is')
      await caller.call(paymentSucceeded, { body: { ...receipt, session_id }, token: rider().token })
      paid = receipt
    }
  )
  await protocol.promise(
    'GET /my-bookings has the paid booking as Completed, with the PIN and the plan’s hours',
    async () => {
      given(paid, 'a payment')
      const found = await ridesFrom(stage, rider(), start)
      expect(found?.payment_status === 'Completed', `it is ${found?.payment_status ?? 'not there'}`)
      expect(isAt(found.end_time, hoursAfter(start, PLAN.hours)), `it ends at ${found.end_time}`)
      expect(found.otp_pin === '482915', `the PIN is '${found.otp_pin}'`)
    }
  )
}

export async function tryRides(stage: Stage): Promise<void> {
  await tryPropertyOfRider(stage)
  await tryPayment(stage, await tryHold(stage))
  await tryPlanAndPayment(stage)
}
