import fc from 'fast-check'
import { expect } from 'vitest'
import { ABSENT_AFTER_MINUTES } from '#domain/bookings/cancellation.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as ridesText from '#messages/admin/rides.ts'
import { markPinsSeen } from '#server/catalogue/pin-rotation.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { bank, storedBooking, storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { lossOf } from '#tests/model/harness/loss.ts'
import { shown } from './admins.ts'
import { ofRide } from './command.ts'
import { refundedPaise } from './payments.ts'
import { waitUntil } from './returns.ts'
import type { Ride } from './ride.ts'

// Rides whose riders do not come. What goes back is predicted by the rules of a cancellation a second before the start.

/** How many were said, with how much back, refused, and decided by what came at the same time. */
export const said = { done: 0, outraced: 0, refunded: 0, refused: 0 }

const readPin = ({ ride_id, scooter }: Ride) =>
  markPinsSeen([{ booking: ride_id, pin: storedPin(scooter), scooter }], new Date())

const storedPin = (scooter: string) =>
  rows<{ otp_pin: string }>('SELECT otp_pin FROM scooters WHERE id = ?', scooter)[0]?.otp_pin ?? ''

/** What comes at the same time. */
const MEANWHILE = {
  nothing: () => undefined,
  'another one': (_: Ride, again: () => Promise<unknown>) => again(),
  'its rider returns': ({ id, rider }: Ride) => calls.returnBy(rider, id),
  'its rider reads the PIN': readPin,
  'events arrive': () => bank().webhooks.flush(calls.receiveWebhook)
}
type Meanwhile = keyof typeof MEANWHILE

interface Saying {
  index: number
  isHere: boolean
  isSure: boolean
  meanwhile: Meanwhile
  /** After the start; null: now. */
  minutes: number | null
}

/** Mostly there is one that may be absent. */
const openRide = (rides: readonly Ride[], index: number) =>
  rides.filter(({ end, isReturned, rideStatus }) => rideStatus === 'paid' && !isReturned && end > Date.now())[index]

const say = ({ index, isHere, isSure, meanwhile, minutes }: Saying) =>
  ofRide(
    `nobody comes, said ${minutes ?? 'any'} minutes after the start${isHere ? ', the scooter is here' : ''}, and ${meanwhile}`,
    index,
    async (any, expected) => {
      const row = openRide(expected.rides, index) ?? any
      const start = expected.rides.find(({ id }) => id === row.ride_id)?.start ?? row.start
      if (minutes !== null) waitUntil(start + minutes * MINUTE_MS)
      expected.check()
      const ride = expected.rides.find(({ id }) => id === row.ride_id) ?? row
      const before = storedBooking(ride.id)
      const [end, paid] = [expected.endOfRide(ride.id), expected.paidRows(ride.id)]
      const from = Math.max(ride.start, ride.paidAt)
      const isPossible = end !== null && from + ABSENT_AFTER_MINUTES * MINUTE_MS <= Date.now() && Date.now() < end
      const refunded = () => paid.reduce((sum, { payment_id }) => sum + refundedPaise(payment_id), 0)
      const [paise, refundedBefore] = [paid.reduce((sum, { amount }) => sum + amount * 100, 0), refunded()]
      const refund = isPossible ? paise - refundedBefore - lossOf(ride.id, new Date(ride.start - SECOND_MS)) : 0
      const { despite, status } = shown(
        paid.flatMap(({ payment_id }) => payment_id ?? []),
        isSure
      )
      const preview = await calls.previewAbsenceOf(row.id)
      expect(preview.status).toBe(isPossible ? 200 : 409)
      if (isPossible) expect(preview).toMatchObject({ body: { amount: paise / 100, refund: refund / 100 } })

      const press = () => calls.sayAbsent(row.id, refund / 100, { isHere, ...(despite && { dispute: despite }) })
      const [answer] = await Promise.all([press(), MEANWHILE[meanwhile](ride, press)])

      const after = storedBooking(ride.id)
      const isAbsent = after?.state === 'cancelled' && after.cancel_reason === ridesText.nobodyCame
      const isNew = isAbsent && before?.state === 'confirmed'
      const isRead = before?.pin_seen_at !== null && !isHere
      expect(answer.status).toBe(isAbsent ? 200 : 409)
      if (!isPossible && before?.state === 'confirmed') expect(isAbsent).toBe(false)
      if (isPossible && (meanwhile === 'nothing' || meanwhile === 'another one'))
        expect(answer.status).toBe(isRead ? 409 : status)
      if (isPossible && isRead) expect(isAbsent).toBe(false)
      if (isNew) {
        if (meanwhile !== 'events arrive') expect(refunded() - refundedBefore).toBe(refund)
        expect(after.returned_at).toBe(null)
        expect(rows('SELECT 1 FROM audits WHERE subject = ?', ride.id).length).toBeGreaterThan(0)
        expected.allow({ cancelled: ride.id })
      } else expected.allow({ returned: ride.id })
      said.done += Number(isNew)
      said.refunded += Number(isNew && refund > 0)
      said.refused += Number(answer.status === 409)
      said.outraced += Number(isPossible && !isRead && status === 200 && !isNew)
      expected.check()

      if (!isAbsent) return
      const all = [storedBookings(), storedRefunds()]
      expect(await press()).toEqual(answer)
      expect([storedBookings(), storedRefunds()]).toEqual(all)
    }
  )

const index = fc.nat(7)

const saying = fc
  .record({
    index: fc.nat(3),
    isHere: fc.boolean(),
    isSure: fc.boolean(),
    meanwhile: fc.constantFrom(...(Object.keys(MEANWHILE) as Meanwhile[])),
    minutes: fc.constantFrom(null, 29, 30, 31, 45, 59, 60)
  })
  .map(say)

export const absences = [saying, saying, index.map(each => ofRide('its rider reads the PIN', each, readPin))]
