import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DEFAULT_RATES,
  DISMISSED_HOLD_SECONDS,
  HOLD_SECONDS,
  UNPAID_HOLDS_PER_RIDER,
  UNPAID_HOLDS_PER_SCOOTER
} from '#domain/constants.ts'
import { DAY_MINUTES, DAY_MS } from '#domain/time/time-units.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { clearSettling, markSettling } from '#server/slots/hold-deadlines.ts'
import type { StoredBooking } from '#tests/helpers/data/stored-rows.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceMinutes, now, START_TIME } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cronAfter,
  emptyTables,
  faults,
  findBrokenInvariants,
  resetHarness,
  startHarness,
  stateOf,
  storedBookings
} from '#tests/model/harness/harness.ts'
import { booked as bookedHour, reportPayment } from '#tests/model/harness/sample-bookings.ts'
import { insertScooter, type Rider, type Scooter } from '#tests/model/harness/seed.ts'

// How long and how often a rider can hold a scooter without paying.

startHarness()

const { THROTTLE_TIMES } = env
beforeAll(() => {
  env.THROTTLE_TIMES = '1'
})
afterAll(() => {
  env.THROTTLE_TIMES = THROTTLE_TIMES
})
beforeEach(async () => {
  await resetHarness()
  for (const id of ['s2', 's3']) insertScooter(id)
})

const HALF_HOUR_MS = 1_800_000
const begin = START_TIME.getTime() / 1000

const FIRST_START = START_TIME.getTime() + 2 * DAY_MS

/** Three hours of a scooter, this many half hours after the first time that can be booked a day later. */
function book(rider: Rider, halfHours: number, scooter = 's0') {
  // Other tests cover the request limit of a minute.
  emptyTables('throttles')
  const start = new Date(FIRST_START + halfHours * HALF_HOUR_MS)
  return calls.book({ hours: 3, rider, scooter: scooter as Scooter, start })
}

const HOLD_MINUTES = HOLD_SECONDS / 60

/** Books and lets the hold expire, this many times. */
async function holdUnpaid(rider: Rider, times: number, scooter = 's0'): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect(await book(rider, 0, scooter)).toMatchObject({ isDone: true })
    advanceTime(HOLD_MINUTES)
  }
}

const refusedUntil = (detail: string, seconds: number) => ({
  detail,
  headers: expect.toSatisfy((headers: Headers) => headers.get('retry-after') === String(seconds)),
  status: 429
})

const lastHold = () => storedBookings().at(-1)

describe('a hold that is moved', () => {
  test('keeps its deadline, so that the next rider gets the scooter when it expires', async () => {
    for (let minute = 0; minute < HOLD_MINUTES; minute += 1) {
      const moved = await book('r0', minute % 2)
      expect(moved.status, `moved in minute ${minute}`).toBe(minute < HOLD_MINUTES - 1 ? 200 : 429)
      expect(await book('r1', 0)).toMatchObject({ detail: bookingText.bookingConflict })
      advanceMinutes(1)
    }
    expect(await book('r1', 0)).toMatchObject({ isDone: true })
    expect(await book('r0', 1)).toMatchObject({ detail: bookingText.bookingConflict })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('counts as one hold, however often it is moved', async () => {
    for (let move = 0; move < 6; move += 1) {
      expect(await book('r0', move)).toMatchObject({ isDone: true })
      advanceMinutes(2)
    }
    advanceTime(HOLD_MINUTES)
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER - 1)
    expect(await book('r0', 0)).toMatchObject({ status: 429 })
  })

  const dismiss = () => calls.dismiss('r0', lastHold()?.id ?? '')
  const atAnotherLength = () => calls.book({ hours: 1, rider: 'r0', scooter: 's0', start: new Date(FIRST_START) })
  async function holdAnotherFirst(): Promise<void> {
    await book('r0', 0, 's1')
    await book('r0', 0)
  }
  async function settleInVain(): Promise<void> {
    const { id = '' } = lastHold() ?? {}
    await markSettling(id, new Date(now().getTime() + DAY_MS), now())
    await clearSettling(id, now())
  }

  test.each([
    ['requested again', HOLD_SECONDS, undefined, 0],
    ['moved by half an hour', HOLD_SECONDS, undefined, 1],
    ['moved by two and a half hours', HOLD_SECONDS, undefined, 5],
    ['moved after its checkout was dismissed', DISMISSED_HOLD_SECONDS, dismiss, 1],
    ['moved after the provider did not answer', HOLD_SECONDS, settleInVain, 1],
    ['moved after another length at the same start', HOLD_SECONDS, atAnotherLength, 1],
    ['moved, and is of the same second as another one', HOLD_SECONDS, holdAnotherFirst, 1],
    [
      'moved, and was made before the limit existed',
      HOLD_SECONDS,
      () => rows('UPDATE bookings SET held_since = NULL'),
      1
    ]
  ] as const)('keeps its deadline when it is %s', async (_, deadline, change, halfHours) => {
    await book('r0', 0)
    await change?.()
    advanceMinutes(1)
    expect(await book('r0', halfHours)).toMatchObject({ body: { hold_seconds: deadline - 60 } })
    expect(storedBookings().filter(({ state }) => state === 'held')).toMatchObject([
      { hold_until: begin + deadline, settling: 0 }
    ])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('is not moved shortly before its deadline; the rider books again after it', async () => {
    await book('r0', 0)
    advanceMinutes(13.5)
    expect(await book('r0', 1)).toMatchObject({ body: { hold_seconds: 90 } })
    advanceMinutes(1 / 60)
    expect(await book('r0', 2)).toMatchObject(refusedUntil(bookingText.holdEndingSoon('12:15\u00A0pm'), 89))
    expect(await book('r0', 1)).toMatchObject({ body: { hold_seconds: 89 } })
    advanceMinutes(89 / 60)
    expect(await book('r0', 2)).toMatchObject({ body: { hold_seconds: HOLD_SECONDS } })
    expect(await findBrokenInvariants()).toEqual([])
  })
})

describe('a hold of another window, or of another scooter', () => {
  test.each([
    ['a window that begins where the old one ends', 6, 's0'],
    ['a window that ends where the old one begins', -6, 's0'],
    ['another scooter', 0, 's1']
  ])('is a new hold: %s', async (_, halfHours, scooter) => {
    await book('r0', 0)
    advanceMinutes(5)
    expect(await book('r0', halfHours, scooter)).toMatchObject({ body: { hold_seconds: HOLD_SECONDS } })
    expect(storedBookings()).toMatchObject([{ state: 'released' }, { hold_until: begin + 300 + HOLD_SECONDS }])
  })
})

describe('a rider who holds a scooter without paying', () => {
  test('can let three holds expire in a day, and then reads when the next hold is allowed', async () => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER)
    const seconds = (DAY_MINUTES - UNPAID_HOLDS_PER_SCOOTER * HOLD_MINUTES) * 60
    const sentence = bookingText.tooManyHoldsOfScooter('12:00\u00A0pm on Thu 12 Jun')
    expect(sentence).toBe(
      'You have held this scooter several times without paying. Please try again after 12:00\u00A0pm on Thu 12 Jun.'
    )
    expect(await book('r0', 0)).toMatchObject(refusedUntil(sentence, seconds))
    expect(await book('r0', 40)).toMatchObject({ status: 429 })
    expect(await book('r0', 0, 's1')).toMatchObject({ isDone: true })
    expect(await book('r1', 0)).toMatchObject({ isDone: true })
  })

  test('may hold it again exactly one day after the first hold', async () => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER)
    advanceMinutes(DAY_MINUTES - UNPAID_HOLDS_PER_SCOOTER * HOLD_MINUTES - 1 / 60)
    expect(await book('r0', 0)).toMatchObject(refusedUntil(bookingText.tooManyHoldsOfScooter('12:00\u00A0pm'), 1))
    advanceMinutes(1 / 60)
    expect(await book('r0', 0)).toMatchObject({ isDone: true })
    advanceTime(HOLD_MINUTES - 1)
    expect(await book('r0', 40)).toMatchObject(refusedUntil(bookingText.tooManyHoldsOfScooter('12:15\u00A0pm'), 60))
  })

  test('may do so ten times in a day across all scooters', async () => {
    for (const scooter of ['s0', 's1', 's2']) await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER, scooter)
    await holdUnpaid('r0', 1, 's3')
    const seconds = (DAY_MINUTES - UNPAID_HOLDS_PER_RIDER * HOLD_MINUTES) * 60
    expect(await book('r0', 0, 's3')).toMatchObject(
      refusedUntil(bookingText.tooManyHolds('12:00\u00A0pm on Thu 12 Jun'), seconds)
    )
    advanceMinutes(seconds / 60)
    expect(await book('r0', 0, 's3')).toMatchObject({ isDone: true })
  })

  test('can request and move the last allowed hold as often as wanted', async () => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER - 1)
    const held = await book('r0', 0)
    advanceMinutes(1)
    expect(await book('r0', 0)).toMatchObject({
      body: { razorpay_order_id: held.isDone && held.body.razorpay_order_id }
    })
    expect(await book('r0', 1)).toMatchObject({ isDone: true })
    expect(await book('r0', 40)).toMatchObject({ status: 429 })
    expect(storedBookings().filter(({ state }) => state === 'held')).toMatchObject([{ id: lastHold()?.id }])
  })

  test('cannot exceed the limit with many requests at once', async () => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER - 1)
    const answers = await Promise.all([0, 8, 16, 24, 32].map(halfHours => book('r0', halfHours)))
    expect(answers.filter(({ isDone }) => isDone)).toHaveLength(1)
  })

  test('has each hold counted that is made within one second, also if it is made again', async () => {
    for (const halfHours of [0, 20, 0]) expect(await book('r0', halfHours)).toMatchObject({ isDone: true })
    expect(await book('r0', 20)).toMatchObject({ status: 429 })
    for (const halfHours of [0, 20, 0]) expect(await book('r0', halfHours, 's1')).toMatchObject({ isDone: true })
    for (const halfHours of [0, 20, 0]) expect(await book('r0', halfHours, 's2')).toMatchObject({ isDone: true })
    expect(await book('r0', 0, 's3')).toMatchObject({ isDone: true })
    expect(await book('r0', 1, 's3')).toMatchObject({ isDone: true })
    expect(await book('r0', 20, 's3')).toMatchObject({ status: 429 })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('reads about a taken slot or an own ride at that time before the limit', async () => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER)
    await book('r1', 0)
    expect(await book('r0', 0)).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
  })
})

describe('a hold', () => {
  async function held(): Promise<string> {
    await book('r0', 0)
    return lastHold()?.id ?? ''
  }

  async function pay(): Promise<void> {
    const { id = '', order_id } = lastHold() ?? {}
    const receipt = bank().pay(order_id ?? '')
    expect(await calls.reportPayment('r0', id, receipt)).toMatchObject({ body: { success: true } })
  }

  async function paid(): Promise<string> {
    const id = await held()
    await pay()
    return id
  }

  async function payLate({ id = '', order_id }: Partial<StoredBooking> = {}) {
    await calls.reportPayment('r0', id, bank().pay(order_id ?? ''))
    return stateOf(id)
  }

  async function cancelFor(percent: number, amount: number, refund: number) {
    const id = await paid()
    const terms = { free_cancel_minutes: 10_080, grace_minutes: 0, late_cancel_percent: percent }
    rows('UPDATE bookings SET amount = ?2, terms = ?3 WHERE id = ?1', id, amount, JSON.stringify(terms))
    rows('UPDATE payments SET paise = ?2 WHERE booking_id = ?1', id, amount * 100)
    expect(await calls.cancelPaidBy('r0', id, refund)).toMatchObject({ isDone: true })
  }

  /** Who has held the scooter once less than allowed, and then like this, gets it with 200 and is refused with 429. */
  test.each<[name: string, status: 200 | 429, hold: () => Promise<unknown>]>([
    ['is cancelled', 429, async () => calls.cancelHoldBy('r0', await held())],
    ['is paid', 200, paid],
    [
      'is moved and paid',
      200,
      async () => {
        for (const halfHours of [0, 1, 2]) await book('r0', halfHours)
        await pay()
      }
    ],
    [
      'is paid with another card after one was declined',
      200,
      async () => {
        const id = await held()
        bank().pay(lastHold()?.order_id ?? '', { outcome: 'failed' })
        expect(await book('r0', 0)).toMatchObject({ body: { session_id: id } })
        await pay()
      }
    ],
    [
      'is paid late and confirmed',
      200,
      async () => {
        await held()
        advanceTime(HOLD_MINUTES)
        expect(await payLate(lastHold())).toBe('confirmed')
      }
    ],
    [
      'is paid too late and refunded',
      429,
      async () => {
        await held()
        const hold = lastHold()
        advanceTime(HOLD_MINUTES)
        await book('r1', 0)
        expect(await payLate(hold)).toBe('refund_due')
        expect(await book('r0', 20)).toMatchObject({ status: 429 })
        bank().refunds_at_once = true
        await cronAfter(1)
        expect(stateOf(hold?.id ?? '')).toBe('refunded')
      }
    ],
    [
      'is paid, and cancelled for all of it',
      429,
      async () => calls.cancelPaidBy('r0', await paid(), DEFAULT_RATES.hourly_3)
    ],
    ['is paid, and cancelled for 50 percent of ₹140', 200, () => cancelFor(50, 140, 70)],
    ['is paid, and cancelled for 99 percent of ₹140', 200, () => cancelFor(99, 140, 139)],
    ['is paid, and cancelled for 99 percent of ₹3, which is all of it', 429, () => cancelFor(99, 3, 3)],
    ['is paid, and cancelled by an admin', 200, async () => calls.cancelAsAdmin(await paid(), DEFAULT_RATES.hourly_3)],
    ['is cancelled by an admin', 200, async () => calls.cancelAsAdmin(await held(), 0)],
    [
      'ends with its scooter, which is deleted',
      200,
      async () => {
        await held()
        await calls.deleteAsAdmin('scooter', 's0')
        rows('UPDATE scooters SET archived_at = NULL')
      }
    ],
    [
      'gets no order from the provider',
      200,
      async () => {
        faults().fail('createOrder', 'error')
        expect(await book('r0', 0)).toMatchObject({ status: 502 })
        faults().clear()
      }
    ],
    [
      'expires without an order, because the Worker stopped',
      200,
      async () => {
        rows('UPDATE bookings SET order_id = NULL WHERE id = ?1', await held())
        advanceTime(HOLD_MINUTES)
      }
    ],
    ['waits for the provider', 200, async () => markSettling(await held(), new Date(now().getTime() + DAY_MS), now())],
    [
      'was made before the limit existed',
      200,
      async () => rows('UPDATE bookings SET held_since = NULL WHERE id = ?1', await held())
    ]
  ])('that %s: the next one is answered with %i', async (_, status, hold) => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER - 1)
    await hold()
    advanceMinutes(1)
    expect(await book('r0', 20)).toMatchObject({ status })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('can be paid for any number of rides', async () => {
    for (let ride = 0; ride < UNPAID_HOLDS_PER_RIDER + 1; ride += 1) {
      expect(await book('r0', ride * 6)).toMatchObject({ isDone: true })
      await pay()
      advanceMinutes(1)
    }
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('of an extended ride that is cancelled for all of it counts once', async () => {
    await holdUnpaid('r0', UNPAID_HOLDS_PER_SCOOTER - 2)
    const id = await paid()
    emptyTables('throttles')
    advanceMinutes(1)
    await calls.extend('r0', id, 3)
    await pay()
    expect(await calls.cancelPaidBy('r0', id, DEFAULT_RATES.hourly_6)).toMatchObject({ isDone: true })
    advanceMinutes(1)
    expect(await book('r0', 20)).toMatchObject({ isDone: true })
    advanceMinutes(20)
    expect(await book('r0', 20)).toMatchObject({ status: 429 })
  })

  test('that was freed by the payment of another ride at that time counts', async () => {
    const first = await bookedHour('r0', 's0')
    await bookedHour('r0', 's1')
    await reportPayment({ order: first, receipt: bank().pay(first.razorpay_order_id) })
    expect(storedBookings()).toMatchObject([
      { state: 'confirmed' },
      { held_since: expect.any(Number), state: 'released' }
    ])
  })
})
