import { beforeAll, expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import {
  payOrder,
  type Rider,
  requestBooking,
  requestExtension,
  ridersAt
} from '#tests/helpers/data/concurrent-riders.ts'
import { daysAhead, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { EXTENSION_ROUNDS } from '#tests/helpers/hardening.ts'
import { database, sql, startApp } from '#tests/helpers/servers/app.ts'

// The hour after a ride: its rider asks for it as an extension, and others as a ride of their own.

startApp()

const CONTENDERS = 50
const LONG_MS = 600_000

let scooter_id: string
let rider: Rider
let rivals: Rider[]
beforeAll(async () => {
  const { id } = await insertProperty()
  scooter_id = (await insertScooter(id)).id
  const [first, ...others] = await ridersAt(id, CONTENDERS + 1)
  rider = first as Rider
  rivals = others
}, LONG_MS)

async function pay(by: Rider, order: Parameters<typeof payOrder>[1]): Promise<void> {
  expect(await (await payOrder(by, order))()).toMatchObject({ payment_status: 'Completed', success: true })
}

/** The rider has a paid ride until this time. Returns its id. */
async function paidRideUntil(end: Date): Promise<string> {
  const start_time = addMinutes(end, -60).toISOString()
  const { order } = await requestBooking(rider, { duration_hours: 1, scooter_id, start_time })
  if (!order) throw new Error(`No ride until ${end.toISOString()}`)
  await pay(rider, order)
  return order.session_id
}

/** All ask at once; in every other round the rivals ask first. */
async function race(ride: string, start: Date, isRiderFirst: boolean) {
  const start_time = start.toISOString()
  const extend = () => requestExtension(rider, ride, 1)
  const book = (rival: Rider) => requestBooking(rival, { duration_hours: 1, scooter_id, start_time })
  const pairs = rivals.map(rival => {
    if (isRiderFirst) return { extended: extend(), booked: book(rival) }
    return { booked: book(rival), extended: extend() }
  })
  return {
    booked: await Promise.all(pairs.map(({ booked }) => booked)),
    extended: await Promise.all(pairs.map(({ extended }) => extended))
  }
}

test(`the hour after a ride goes to ${CONTENDERS} extensions or to one of ${CONTENDERS} riders, in ${EXTENSION_ROUNDS} rounds`, {
  timeout: LONG_MS
}, async () => {
  const winners = { extension: 0, rival: 0 }
  for (let round = 0; round < EXTENSION_ROUNDS; round += 1) {
    const start = new Date(daysAhead(2 + round, '10:00'))
    const ride = await paidRideUntil(start)
    const { booked, extended } = await race(ride, start, round % 2 === 0)
    const end = addMinutes(start, 60)
    const conflict = {
      detail: bookingText.bookingConflict,
      end: end.toISOString(),
      start: start.toISOString(),
      status: 400
    }
    const winner = booked.findIndex(({ order }) => order)
    const order = winner === -1 ? extended[0]?.order : booked[winner]?.order
    const live = await sql<{ id: string }>(
      "SELECT id FROM bookings WHERE scooter_id = ? AND start_at = ? AND state = 'held'",
      scooter_id,
      start.getTime() / 1000
    )
    expect(live).toEqual([{ id: order?.session_id }])
    const losers = booked.filter((_, index) => index !== winner)
    expect(losers).toEqual(losers.map(() => conflict))
    // One rider asks fifty times for the same extension, and gets one order.
    const same = { order: { ...order, hold_seconds: expect.any(Number) }, status: 200 }
    expect(extended).toEqual(extended.map(() => (winner === -1 ? same : conflict)))
    winners[winner === -1 ? 'extension' : 'rival'] += 1
    await pay(winner === -1 ? rider : (rivals[winner] as Rider), order as NonNullable<typeof order>)
  }
  console.log(winners)
  expect(winners.extension + winners.rival).toBe(EXTENSION_ROUNDS)
  expect(await brokenInvariants(database(), new Date())).toEqual([])
})
