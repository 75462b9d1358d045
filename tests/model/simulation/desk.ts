import fc from 'fast-check'
import { expect } from 'vitest'
import type { Bend } from '#domain/bookings/bends.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { DESK_METHODS, type DeskMethod } from '#domain/payments.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { storedBooking, storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { setBuffer } from '#tests/model/harness/random-rides.ts'
import { isScooterOffered, RIDERS, SCOOTERS } from '#tests/model/harness/seed.ts'
import { unconditional } from './command.ts'
import type { ExpectedState } from './expected-state.ts'
import { closedSentence, startsAtOnce } from './openings.ts'
import { refusalOf } from './reviews.ts'
import type { Times } from './ride.ts'

// The desk books by hand and pays back, beside riders who book the same scooters. What it may book is predicted from
// the bookings and rules that the model knows.

const SLOT_MS = SLOT_MINUTES * MINUTE_MS
const BUFFER_MS = 30 * MINUTE_MS

/** What happened at the desk. */
export const atDesk = { bent: 0, booked: 0, lost: 0, paidBack: 0, refused: 0 }

interface Choice {
  /** Rupees below the price. */
  discount: number
  hasBuffer: boolean
  hours: number
  /** Before this call to the database the Worker ends, or after it; null: the answer arrives. */
  lost: { isDone: boolean; number: number } | null
  pay: DeskMethod
  rider: (typeof RIDERS)[number]
  /** What the manager says and ticks. */
  reason: string
  scooter: (typeof SCOOTERS)[number]
  /** Half hours from the one that has begun. */
  slot: number
}

function bendsOf(expected: ExpectedState, wanted: Choice & Times): Bend[] {
  const now = Date.now()
  const isOffered = wanted.start > now || (startsAtOnce() && now - wanted.start < 10 * MINUTE_MS)
  const around = { ...wanted, end: wanted.end + BUFFER_MS, start: wanted.start - BUFFER_MS }
  const isTight = wanted.hasBuffer && expected.conflictsOf(around).some(({ rider }) => rider !== wanted.rider)
  return [
    ...(isOffered ? [] : (['lead'] as const)),
    ...(isTight ? (['buffer'] as const) : []),
    ...(closedSentence(wanted) === null ? [] : (['closed'] as const))
  ]
}

/** Why the desk cannot book it, whatever it says. */
function obstacleOf(expected: ExpectedState, wanted: Choice & Times) {
  if (!isScooterOffered(wanted.scooter)) return { detail: bookingText.scooterNotFound, status: 404 }
  const refused = refusalOf(expected, wanted)
  if (refused) return refused
  if (expected.conflictsOf(wanted).length > 0 || expected.isBlocked(wanted))
    return { detail: bookingText.bookingConflict, status: 400 }
  return expected.ownRidesOf(wanted).length > 0 ? { detail: bookingText.overlappingOwnRide, status: 400 } : null
}

let count = 0

const paidAtDesk = (id: string) =>
  rows('SELECT p.id, p.paise, p.reason FROM payments p WHERE p.booking_id = ?1', id) as { id: string }[]
const entriesOf = (id: string) => rows("SELECT 1 FROM audits WHERE action = 'book_at_desk' AND subject = ?1", id)

const book = (choice: Choice) =>
  unconditional(`the desk books ${JSON.stringify(choice)}`, async (_, expected) => {
    // No buffer is in the way of the model's riders before and after.
    setBuffer(choice.hasBuffer ? BUFFER_MS / MINUTE_MS : 0)
    await expectBooking(choice, expected).finally(() => setBuffer(0))
  })

async function expectBooking(choice: Choice, expected: ExpectedState): Promise<void> {
  const { discount, hours, lost, pay, reason, rider, scooter, slot } = choice
  const start = (Math.floor(Date.now() / SLOT_MS) + slot) * SLOT_MS
  const wanted = { ...choice, end: start + hours * HOUR_MS, start }
  const obstacle = obstacleOf(expected, wanted)
  const bends = bendsOf(expected, wanted)
  const id = (++count).toString(16).padStart(32, '0')
  const shown = { hours, id, pay, scooter_id: scooter, start_time: new Date(start).toISOString(), user_id: rider }
  const before = [storedBookings(), rows('SELECT * FROM slot_claims'), rows('SELECT * FROM audits')]
  const dry = await calls.bookAtDesk({ ...shown, dry_run: true })
  expect([storedBookings(), rows('SELECT * FROM slot_claims'), rows('SELECT * FROM audits')]).toEqual(before)
  if (obstacle) {
    atDesk.refused += 1
    expect(dry).toMatchObject(obstacle)
    const pressed = { ...shown, amount: 1, bends, price: 1, reason: 'x' }
    return void expect(await calls.bookAtDesk(pressed)).toMatchObject(obstacle)
  }
  expect(dry).toMatchObject({ body: { bends, booking: null }, isDone: true })
  if (!dry.isDone) return
  const { price } = dry.body
  const amount = pay === 'free' ? discount : Math.max(1, price - discount)
  const paise = pay === 'free' ? 0 : amount * 100
  const body = { ...shown, amount, bends, note: pay === 'room' ? '12' : '', price, reason }
  expect(await calls.bookAtDesk({ ...body, price: price + 1 })).toMatchObject({
    detail: deskText.changed,
    status: 409
  })
  if (lost) {
    injectFaults(step => (step.number < lost.number ? null : { error: new Error('lost'), isDone: lost.isDone }))
    await calls.bookAtDesk(body).catch(() => undefined)
    stopFaults()
    if (storedBooking(id)) atDesk.lost += 1
  }
  const isUnexplained = reason === '' && (pay === 'free' || amount < price || bends.length > 0)
  const answer = await calls.bookAtDesk(body)
  if (isUnexplained) {
    expect(answer).toMatchObject({ detail: [{ msg: commonText.whyMissing }], status: 422 })
    return void expect(storedBooking(id)).toBe(undefined)
  }
  expect(answer).toMatchObject({ body: { bends, booking: { id, paid_by: pay }, price }, isDone: true })
  expected.allow({ bookedBy: rider })
  expect(storedBooking(id)).toMatchObject({ payment_id: `${pay}-${id}`, state: 'confirmed' })
  expect(paidAtDesk(id)).toEqual([{ id: `${pay}-${id}`, paise, reason: pay === 'room' ? '12' : null }])
  expect(entriesOf(id)).toHaveLength(1)
  expect(await calls.bookAtDesk(body), 'the same again').toEqual(answer)
  expect([paidAtDesk(id).length, entriesOf(id).length]).toEqual([1, 1])
  const other = { ...body, hours: hours === 1 ? 2 : 1 }
  expect(await calls.bookAtDesk(other)).toMatchObject({ detail: deskText.changed, status: 409 })
  atDesk.booked += 1
  if (bends.length > 0) atDesk.bent += 1
}

const isOfDesk = ({ payment_id }: { payment_id: string }) => DESK_METHODS.some(way => payment_id.startsWith(`${way}-`))

const payBack = (index: number) =>
  unconditional(`the desk pays back #${index}`, async () => {
    const refunds = storedRefunds().filter(isOfDesk)
    const refund = refunds[index % Math.max(1, refunds.length)]
    if (!refund) return
    const { booking_id, id, paise, payment_id } = refund
    const paidBackBefore = refund.status === 'processed'
    expect(await calls.sendRefundAgain(id, paise / 100)).toMatchObject({ detail: deskText.paidAtDesk, status: 409 })
    expect(await calls.payBackAtDesk(booking_id, id, paise / 100 + 1)).toMatchObject({
      detail: refundsText.amountChanged,
      status: 409
    })
    const note = deskText.paidBack(payment_id.startsWith('room-') ? 'room' : 'cash')
    for (const _ of [1, 2])
      expect(await calls.payBackAtDesk(booking_id, id, paise / 100)).toMatchObject({ isDone: true })
    expect(storedRefunds().find(stored => stored.id === id)).toMatchObject({
      note,
      refund_id: null,
      status: 'processed'
    })
    if (!paidBackBefore) atDesk.paidBack += 1
  })

const goodwill = (index: number) =>
  unconditional(`the desk gives back a rupee #${index}`, async () => {
    const paid = storedBookings().filter(
      ({ payment_id, state }) => state === 'confirmed' && isOfDesk({ payment_id: payment_id ?? '' })
    )
    const booking = paid[index % Math.max(1, paid.length)]
    if (booking) await calls.refundAsAdmin(booking.id, 1)
  })

const choice = fc.record<Choice>({
  discount: fc.constantFrom(0, 0, 0, 10, 9999),
  hasBuffer: fc.boolean(),
  hours: fc.constantFrom(1, 1, 2, 3, 7),
  lost: fc.option(fc.record({ isDone: fc.boolean(), number: fc.integer({ max: 8, min: 1 }) }), { freq: 3 }),
  pay: fc.constantFrom(...DESK_METHODS),
  reason: fc.constantFrom('', 'Walk-in', 'Walk-in', 'Walk-in'),
  rider: fc.constantFrom(...RIDERS),
  scooter: fc.constantFrom(...SCOOTERS),
  slot: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(8))
})
const index = fc.nat(7)

export const desk = [
  choice.map(book),
  choice.map(book),
  choice.map(book),
  index.map(payBack),
  index.map(payBack),
  index.map(goodwill)
]

/** The months of the books are what was paid at the provider, and at the desk by way. */
export async function expectBooks(): Promise<void> {
  const years = [await calls.readBooks(), await calls.readBooks(1)]
  const paid = rows<{ paise: number; way: string }>(
    "SELECT substr(id, 1, instr(id, '-')) AS way, sum(paise) AS paise FROM payments WHERE status = 'captured' AND currency = 'INR' GROUP BY way"
  )
  const sumOf = (way: string) => paid.filter(row => row.way === way).reduce((sum, { paise }) => sum + paise, 0) / 100
  const months = years.flatMap(answer => (answer.isDone ? answer.body.months : []))
  const bookedOf = (way: DeskMethod) =>
    months
      .flatMap(({ desk: ways }) => ways ?? [])
      .filter(({ pay }) => pay === way)
      .reduce((sum, row) => sum + row.amount, 0)
  const total = months.reduce((sum, { received }) => sum + received, 0)
  for (const way of DESK_METHODS) expect(bookedOf(way), way).toBeCloseTo(sumOf(`${way}-`))
  const desk = DESK_METHODS.reduce((sum, way) => sum + bookedOf(way), 0)
  expect(total - desk, 'received online').toBeCloseTo(sumOf(''))
}
