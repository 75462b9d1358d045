import { scootersOf } from './catalogue.ts'
import { type Fields, idIn, instantIn, naive, Refusal, textIn } from './fields.ts'
import { isSigned, orderOf } from './keys.ts'
import { type Account, type Booking, find, nextId, propertyNamed, type Records } from './records.ts'

const HOUR_MS = 3_600_000
const PAISE = 100
const RATE_NAMES = { 1: 'hourly_1', 12: 'hourly_12', 3: 'hourly_3', 6: 'hourly_6' } as const
const DEFAULT_RATES = { hourly_1: 50, hourly_3: 140, hourly_6: 270, hourly_12: 500 }

/** The order has no key and no currency. The client uses the key of its build, and all amounts are in rupees. */
export async function bookHourly(records: Records, account: Account, body: Fields, provider: string) {
  const id = idIn(body, 'scooter_id')
  const scooter = find(scootersOf(records, account.property_id), id, 'Scooter')
  const { cost, hours } = priceOf(records, account.property_id, body)
  const start_time = instantIn(body, 'start_time')
  const end_time = new Date(start_time.getTime() + hours * HOUR_MS)
  refuseConflict(records, id, start_time, end_time)
  const booking = { account, end_time, id: nextId(), order_id: '', payment_status: 'Pending', scooter, start_time }
  // Before the call to the provider, so that no other request can book the scooter meanwhile.
  records.bookings.push(booking)
  booking.order_id = await orderOf(provider, cost * PAISE)
  return { amount: cost * PAISE, razorpay_order_id: booking.order_id, session_id: booking.id }
}

function priceOf(records: Records, property_id: number, body: Fields): { cost: number; hours: number } {
  if (body.pricing_plan_id === undefined || body.pricing_plan_id === null) {
    const hours = idIn(body, 'duration_hours')
    const name = RATE_NAMES[hours as keyof typeof RATE_NAMES]
    if (!name) throw new Refusal(400, 'Invalid duration')
    return { cost: (records.rates.get(property_id) ?? DEFAULT_RATES)[name], hours }
  }
  const planId = idIn(body, 'pricing_plan_id')
  const plan = records.plans.find(({ id, is_active }) => id === planId && is_active)
  if (plan?.property_id !== property_id) throw new Refusal(404, 'Pricing plan not found')
  return plan
}

function refuseConflict({ bookings }: Records, scooter_id: number, start: Date, end: Date): void {
  const taken = bookings.find(
    ({ end_time, payment_status, scooter, start_time }) =>
      scooter.id === scooter_id && payment_status !== 'Failed' && start_time < end && start < end_time
  )
  if (!taken) return
  throw new Refusal(400, 'Booking conflict: scooter is already booked for this time', {
    'x-conflict-end': naive(taken.end_time),
    'x-conflict-start': naive(taken.start_time)
  })
}

/** The specification does not define the response of the payment calls. */
export function paymentSucceeded(records: Records, account: Account, form: Fields) {
  const booking = sessionIn(records, account, form)
  const order_id = textIn(form, 'razorpay_order_id')
  const signed = isSigned(booking.order_id, textIn(form, 'razorpay_payment_id'), textIn(form, 'razorpay_signature'))
  if (order_id !== booking.order_id || !signed) throw new Refusal(400, 'Invalid payment signature')
  booking.payment_status = 'Completed'
  return { status: 'captured' }
}

export function paymentFailed(records: Records, account: Account, form: Fields) {
  const booking = sessionIn(records, account, form)
  textIn(form, 'error_description')
  if (booking.payment_status === 'Pending') booking.payment_status = 'Failed'
  return { status: 'recorded' }
}

function sessionIn({ bookings }: Records, account: Account, form: Fields): Booking {
  const id = idIn(form, 'session_id')
  return find(
    bookings.filter(booking => booking.account === account),
    id,
    'Session'
  )
}

/** Only the fields of the specification, unsorted. Times have no UTC marker. */
export function bookingsOf({ bookings }: Records, account: Account) {
  return bookings
    .filter(booking => booking.account === account)
    .map(({ end_time, id, payment_status, scooter, start_time }) => ({
      end_time: naive(end_time),
      id,
      otp_pin: payment_status === 'Completed' ? scooter.otp_pin : null,
      payment_status,
      scooter: { name: scooter.name },
      start_time: naive(start_time)
    }))
}

/** Only the fields of the specification. Times have no UTC marker. */
export function allBookings(records: Records) {
  return records.bookings.map(({ account, end_time, id, payment_status, scooter, start_time }) => ({
    booking_type: 'hourly',
    end_time: naive(end_time),
    id,
    payment_status,
    property_name: propertyNamed(records, scooter.property_id).property_name,
    scooter_name: scooter.name,
    start_time: naive(start_time),
    user_email: account.email,
    user_name: account.name
  }))
}
