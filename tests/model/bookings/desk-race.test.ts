import { expect, test } from 'vitest'
import { DEFAULT_RATES } from '#domain/constants.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { bank, findBrokenInvariants, startHarnessForEachTest, storedBookings } from '#tests/model/harness/harness.ts'
import { START } from '#tests/model/harness/sample-bookings.ts'
import { insertRider, type Rider } from '#tests/model/harness/seed.ts'

startHarnessForEachTest()

const RIDERS = Array.from({ length: 40 }, (_, index) => `many${index}` as Rider)
const DESKS = ['r0', 'r1'] as const

const bookAtDesk = (user_id: Rider, number: number) =>
  calls.bookAtDesk({
    amount: DEFAULT_RATES.hourly_1,
    bends: [],
    hours: 1,
    id: String(number).padStart(32, '0'),
    pay: 'cash',
    price: DEFAULT_RATES.hourly_1,
    scooter_id: 's0',
    start_time: START.toISOString(),
    user_id
  })

test.each([0, 1, 20, 39, 40])(
  'two desks and 40 riders press for one slot, the desks after %i riders: one ride',
  async before => {
    for (const rider of RIDERS) insertRider(rider)
    const byRider = (rider: Rider) => () => calls.book({ hours: 1, rider, scooter: 's0', start: START })
    const presses = RIDERS.map(byRider)
    const byDesk = DESKS.map((rider, number) => () => bookAtDesk(rider, number))
    const answers = await Promise.all(
      [...presses.slice(0, before), ...byDesk, ...presses.slice(before)].map(press => press())
    )
    expect(answers.filter(({ isDone }) => isDone)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
    for (const { id, order_id, state, user_id } of storedBookings()) {
      if (state !== 'held' || order_id === null) continue
      await calls.reportPayment(user_id as Rider, id, bank().pay(order_id))
    }
    expect(storedBookings().filter(({ state }) => state === 'confirmed')).toHaveLength(1)
    expect(rows("SELECT 1 FROM payments WHERE status = 'captured'")).toHaveLength(1)
    expect(await findBrokenInvariants()).toEqual([])
  }
)

test('a rider who is faster than the batch of the desk has the slot', async () => {
  changeBefore('INSERT INTO bookings', () => calls.book({ hours: 1, rider: 'r2', scooter: 's0', start: START }))
  const answer = await bookAtDesk('r0', 1)
  stopFaults()
  expect(answer).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
  expect(storedBookings().map(({ state, user_id }) => [state, user_id])).toEqual([['held', 'r2']])
  expect([rows('SELECT 1 FROM payments'), await findBrokenInvariants()]).toEqual([[], []])
})

test('one press that arrives twice at once books once, and both are answered', async () => {
  const [first, second] = await Promise.all([bookAtDesk('r0', 1), bookAtDesk('r0', 1)])
  expect(first).toMatchObject({ isDone: true })
  expect(second).toEqual(first)
  expect([storedBookings().length, rows('SELECT 1 FROM payments').length]).toEqual([1, 1])
})
