import { describe, expect, test } from 'vitest'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { payOrder, type Rider, requestBooking, ridersAt } from '#tests/helpers/data/concurrent-riders.ts'
import { daysAhead, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { LAST_SECOND_ROUNDS } from '#tests/helpers/hardening.ts'
import { app, database, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const LONG = { timeout: 300_000 }
const CELL_SECONDS = SLOT_MINUTES * 60
/** Each of the simultaneous calls is delayed by zero to three database round trips, in every pairing. */
const DELAYS = 4

/** A scooter with a paid but unreported hold, which ends in the current second or in the next. */
async function holdInLastSecond(rider: Rider, round: number, hasStarted: boolean) {
  const { id: scooter_id } = await insertScooter(rider.property_id)
  const body = { duration_hours: 1, scooter_id, start_time: daysAhead(2 + round, '18:00') }
  const { order } = await requestBooking(rider, body)
  if (!order) throw new Error(`Round ${round} found its slot taken`)
  const report = await payOrder(rider, order)
  const now = Math.floor(Date.now() / 1000)
  const ends = now + 1 + (round % 2)
  const cells = hasStarted ? Math.ceil((Date.parse(body.start_time) / 1000 - now) / CELL_SECONDS) : 0
  const { session_id: id } = order
  await sql(
    'UPDATE bookings SET hold_until = ?2, start_at = start_at - ?3, end_at = end_at - ?3 WHERE id = ?1',
    id,
    ends,
    cells * CELL_SECONDS
  )
  await sql('UPDATE slot_claims SET hold_until = ?2, cell = cell - ?3 WHERE booking_id = ?1', id, ends, cells)
  return { body, ends: new Date(ends * 1000), id, report }
}

async function roundTrips(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await sql('SELECT 1')
}

async function stateOf(id: string): Promise<string | undefined> {
  const [booking] = await sql<{ state: string }>('SELECT state FROM bookings WHERE id = ?', id)
  return booking?.state
}

/** The final state of the booking in the database, and the answer to the payer. */
async function outcomeOf(rider: Rider, rival: Rider | null, round: number, hasStarted: boolean): Promise<string> {
  const held = await holdInLastSecond(rider, round, hasStarted)
  const [payDelay, sweepDelay] = [round % DELAYS, Math.floor(round / DELAYS) % DELAYS]
  const [answer, rivalBooking] = await Promise.all([
    roundTrips(payDelay).then(() => held.report()),
    rival && roundTrips(sweepDelay).then(() => requestBooking(rival, held.body)),
    roundTrips(sweepDelay).then(() => app.runMinute(held.ends))
  ])
  await app.runMinute(held.ends)
  const result = [await stateOf(held.id), answer.payment_status, answer.success]
  return [...result, ...(rivalBooking ? [`rival ${rivalBooking.status}`] : [])].join(' ')
}

const CONFIRMED = 'confirmed Completed true'
const REFUNDED = 'refunded Refunded false'

describe('a payment that is reported in the last second of its hold, during the sweep', () => {
  test.each([
    ['confirms when the ride is ahead', { hasStarted: false, hasRival: false, outcomes: [CONFIRMED] }],
    [
      'confirms or is refunded when a rival requests the slot',
      { hasStarted: false, hasRival: true, outcomes: [`${CONFIRMED} rival 400`, `${REFUNDED} rival 200`] }
    ],
    [
      'confirms or is refunded when the ride has begun',
      { hasStarted: true, hasRival: false, outcomes: [CONFIRMED, REFUNDED] }
    ]
  ])(
    `%s, with nothing in between, in ${LAST_SECOND_ROUNDS} rounds`,
    LONG,
    async (_, { hasStarted, hasRival, outcomes }) => {
      const { id: place } = await insertProperty()
      const [rider, rival] = (await ridersAt(place, 2)) as [Rider, Rider]
      const seen: string[] = []
      for (let round = 0; round < LAST_SECOND_ROUNDS; round += 1) {
        seen.push(await outcomeOf(rider, hasRival ? rival : null, round, hasStarted))
      }
      expect(await brokenInvariants(database(), new Date())).toEqual([])
      expect([...new Set(seen)].sort()).toEqual(outcomes)
    }
  )
})
