import {
  EMAIL_CHANGES_AN_HOUR,
  IMAGE_UPLOADS_AN_HOUR,
  LICENCE_UPLOADS_AN_HOUR,
  ORDERS_A_MINUTE,
  PAYMENT_CALLS_A_MINUTE,
  RESUMES_A_MINUTE,
  SIGN_UPS_AN_HOUR,
  UNPAID_HOLDS_OF_A_RIDER,
  UNPAID_HOLDS_OF_A_SCOOTER
} from '#domain/constants.ts'
import { addressOf } from './client-ip.ts'
import type { Call, Caller } from './handle.ts'
import { keyOf, type Limit, manyTimes, pass } from './throttle.ts'

// How often somebody may do what costs more than a read. Sign-ins have limits of their own (auth/attempts.ts).

export const HOUR_SECONDS = 60 * 60
const MINUTE_SECONDS = 60

function anHour(counted: string, whose: string, most: number, now: Date): Promise<void> {
  return pass([{ key: keyOf(counted, whose), most: manyTimes(most), seconds: HOUR_SECONDS }], now)
}

export const limitSignUps = (call: Call) => anHour('sign-up', addressOf(call), SIGN_UPS_AN_HOUR, call.now)

export const limitLicenceUploads = (caller: Caller) =>
  anHour('licence', addressOf(caller), LICENCE_UPLOADS_AN_HOUR, caller.now)

export const limitImageUploads = (admin_id: string, now: Date) => anHour('image', admin_id, IMAGE_UPLOADS_AN_HOUR, now)

/** Each try tells whether somebody has that e-mail. */
export const limitEmailChanges = (riderId: string, call: Call) => {
  const { account, address } = EMAIL_CHANGES_AN_HOUR
  const limits = [
    { key: keyOf('email-account', riderId), most: manyTimes(account), seconds: HOUR_SECONDS },
    { key: keyOf('email-address', addressOf(call)), most: manyTimes(address), seconds: HOUR_SECONDS }
  ]
  return pass(limits, call.now)
}

export const limitOrders = (rider_id: string, now: Date) => pass([aMinute('order', ORDERS_A_MINUTE, rider_id)], now)

function aMinute(counted: string, most: number, ...whose: readonly string[]): Limit {
  return { key: keyOf(counted, ...whose), most: manyTimes(most), seconds: MINUTE_SECONDS }
}

/** Whatever a rider's page tells of payments. */
export const limitPaymentCalls = (rider_id: string, now: Date) =>
  pass([aMinute('payment', PAYMENT_CALLS_A_MINUTE, rider_id)], now)

export const limitResumes = (rider_id: string, booking_id: string, now: Date) =>
  pass(
    [aMinute('payment', PAYMENT_CALLS_A_MINUTE, rider_id), aMinute('resume', RESUMES_A_MINUTE, rider_id, booking_id)],
    now
  )

/** How many unpaid holds a rider may have, of one scooter and in all; they are counted with the hold itself (slots.ts). */
export const holdLimits = () => ({
  all: manyTimes(UNPAID_HOLDS_OF_A_RIDER),
  scooter: manyTimes(UNPAID_HOLDS_OF_A_SCOOTER)
})
