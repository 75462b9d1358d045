import * as contract from '#contract/bookings/slip.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { TO_RETURN_SECONDS } from '#server/bookings/my-booking-rows.ts'
import { pinsSeen } from '#server/catalogue/pins.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { isoFrom, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { rideEnd, rideOf } from '#server/slots/booking-sql.ts'
import { adminBookingById } from './admin-bookings.ts'

// The PIN of a booking for the staff: of a paid ride, of any of its rows, until it is returned. Parameters: :id and :now.

const fromRide = (joins = '') => `
  FROM bookings b JOIN bookings ride ON ride.id = ${rideOf('b')} JOIN scooters s ON s.id = b.scooter_id
  LEFT JOIN property_settings ON property_settings.property_id = b.property_id ${joins}
 WHERE b.id = :id AND b.state = 'confirmed' AND ride.returned_at IS NULL
   AND ${rideEnd('ride.id')} > :now - ${TO_RETURN_SECONDS}`

export const SELECT_HAS_PIN = `SELECT EXISTS (SELECT 1 ${fromRide()}) AS has_pin`

const SELECT_READ = `SELECT ride.id AS booking, s.id AS scooter, s.otp_pin AS pin ${fromRide()}`

const SELECT_SLIP = `
SELECT u.name AS user_name, s.name AS scooter_name, s.registration_number, p.name AS property_name, p.location,
       p.parking_note, ride.start_at, ${rideEnd('ride.id')} AS end_at, s.otp_pin AS pin, property_settings.support_phone
${fromRide('JOIN users u ON u.id = b.user_id JOIN properties p ON p.id = b.property_id')}
   AND s.id = :scooter AND s.otp_pin = :pin`

interface SlipRow {
  end_at: number
  location: string | null
  parking_note: string | null
  pin: string
  property_name: string
  registration_number: string | null
  scooter_name: string
  start_at: number
  support_phone: string | null
  user_name: string
}

/** The entry of the activity log and the mark that the PIN was read are in the batch that reads, before it. */
export const readSlip = implement(contract.readSlip, async ({ params: { id } }, admin, { now }) => {
  const params = { id, now: secondsOf(now) }
  const read = await prepareNamed(SELECT_READ, params).first<Parameters<typeof pinsSeen>[0][number]>()
  if (read === null) {
    await adminBookingById(id, now)
    throw refusal('booking_ended')
  }
  const { slips } = await runIdempotent<{ slips: SlipRow }>(
    {
      entry: activityInsert({ action: 'read_pin', subject: id }, { admin, now }),
      seen: pinsSeen([read], now),
      slips: SELECT_SLIP
    },
    { ...params, pin: read.pin, scooter: read.scooter }
  )
  const [slip] = slips.results
  if (!slip) throw refusal('ride_changed')
  const { end_at, start_at, ...fields } = slip
  return {
    ...fields,
    end_time: isoFrom(end_at),
    reference: bookingReference(read.booking),
    start_time: isoFrom(start_at)
  }
})
