import { beforeEach, describe, expect, test } from 'vitest'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { windowFrom } from '#domain/bookings/booking-window.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { d1 } from '#server/db/client.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { settle } from '#server/payments/settle.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'

// The second at which a hold ends, for a ride that has begun. Before it the slot is reserved, from it on it is free.
// The date of an event does not matter.

const NOON = 1_750_000_000 - (1_750_000_000 % 1800)
const BOOKED = NOON - 300
const ENDS = BOOKED + HOLD_SECONDS
const at = (seconds: number) => new Date(seconds * 1000)
const ride = windowFrom(at(NOON), 1)

beforeEach(async () => {
  for (const table of ['slot_claims', 'refunds', 'payments', 'bookings', 'scooters', 'users', 'properties', 'audits'])
    rows(`DELETE FROM ${table}`)
  rows("INSERT INTO properties (id, name, location, created_at) VALUES ('p', 'P', 'L', 0)")
  rows(
    "INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at) VALUES ('s', 'p', 'S', 'Available', '482915', 0)"
  )
  for (const id of ['mine', 'rival']) {
    rows(
      `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, created_at)
       VALUES (?1, 'R', ?1, '1', '1990-01-01', 'x', 'p', 'x', unixepoch())`,
      id
    )
  }
  expect(await reserveBy('mine', BOOKED)).toBe('held')
})

async function reserveBy(user_id: string, now: number, { id = user_id, window = ride } = {}): Promise<string> {
  const fields = {
    amount: 50,
    buffer_minutes: 0,
    hours: 1,
    id,
    plan: null,
    scooter_id: 's',
    terms: DEFAULT_TERMS,
    user_id,
    window
  }
  return (await reserve(fields, at(now))).outcome
}

describe('a hold', () => {
  test.each([
    ['a second before its end', ENDS - 1, 'confirmed', 'Pending'],
    ['at its end', ENDS, 'refund_due', 'Failed'],
    ['a second after it', ENDS + 1, 'refund_due', 'Failed']
  ])('confirms or refunds a payment %s, when its ride has begun', async (_, now, state, shown) => {
    expect(paymentStatusOf({ hold_until: at(ENDS), settling: false, state: 'held' }, at(now))).toBe(shown)
    const booking = { end_at: ride.end, id: 'mine', start_at: ride.start }
    const settled = await settle({ booking, now: at(now), payment: { amount: 5000, currency: 'INR', id: 'pay_1' } })
    expect(settled.state).toBe(state)
    expect(await brokenInvariants(d1, at(now))).toEqual([])
  })

  test.each([
    ['a second before its end', ENDS - 1, 'conflict'],
    ['at its end', ENDS, 'held'],
    ['a second after it', ENDS + 1, 'held']
  ])('blocks or admits a rival %s', async (_, now, outcome) => {
    expect(await reserveBy('rival', now)).toBe(outcome)
    expect(await brokenInvariants(d1, at(now))).toEqual([])
  })
})

describe('a paid ride', () => {
  test.each([
    ['an hour before it', -60, 'held'],
    ['half an hour before it', -30, 'conflict'],
    ['half an hour after its start', 30, 'conflict'],
    ['at its end', 60, 'held']
  ])('admits another ride of the same rider on the same scooter %s, or not', async (_, minutes, outcome) => {
    await settle({
      booking: { end_at: ride.end, id: 'mine', start_at: ride.start },
      now: at(BOOKED),
      payment: { amount: 5000, currency: 'INR', id: 'p' }
    })
    const window = windowFrom(at(NOON + minutes * 60), 1)
    expect(await reserveBy('mine', BOOKED - 3600, { id: 'next', window })).toBe(outcome)
  })
})
