import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sumBy } from '#domain/kit/numbers.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { RIDE_END } from '#tests/model/harness/extensions.ts'
import {
  bank,
  findBrokenInvariants,
  startHarness,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { confirmedSample, START } from '#tests/model/harness/sample-bookings.ts'
import { insertProblem } from '#tests/model/harness/seed.ts'

// Two people decide about one ride at the same time: the second decision comes after the first one has read the ride,
// and before its batch. The property keeps all of a late cancellation. The ride has two rows of ₹50 each.

startHarness()

const KEEPS_ALL = { free_cancel_minutes: 240, grace_minutes: 0, late_cancel_percent: 0 }
const BEFORE = addMinutes(START, -20)
const UNDER_WAY = addMinutes(START, 40)

let ride: string

beforeEach(async () => {
  // The call that has read the ride waits for as long as the other one takes.
  vi.stubGlobal('setTimeout', () => 0)
  const sample = await confirmedSample()
  ride = sample.order.session_id
  rows('UPDATE bookings SET terms = ?1 WHERE id = ?2', JSON.stringify(KEEPS_ALL), ride)
  const extension = await calls.extend('r0', ride, 1)
  if (!extension.isDone) throw new Error('Not extended')
  await calls.reportPayment('r0', extension.body.session_id, bank().pay(extension.body.razorpay_order_id))
})

async function cancelByRider() {
  const preview = await calls.previewCancel('r0', ride)
  if (!preview.isDone) throw new Error('No preview')
  return calls.cancelPaidBy('r0', ride, preview.body.refund)
}

async function cancelByAdmin() {
  const preview = await calls.previewCancelAsAdmin(ride)
  if (!preview.isDone) throw new Error('No preview')
  const { owed, refund } = preview.body
  return calls.cancelAsAdmin(ride, refund, { owed })
}

const block = () =>
  calls.blockScooter({
    from: START,
    number: 1,
    rides: [{ amount: 100, id: ride, owed: 0 }],
    scooter: 's0',
    to: RIDE_END
  })

/** Somebody else's report says that the scooter cannot be ridden. */
async function takeMoney() {
  insertProblem({ blocked_from: BEFORE, blocked_until: addMinutes(RIDE_END, 60), kind: 'pin', scooter: 's0' })
  const way = await calls.wayOutOf('r0', ride)
  return calls.takeMoneyOf('r0', ride, (way.isDone && way.body.refund) || 0)
}

/** The whole payment of the first row goes back in the provider's dashboard. */
async function refundInDashboard() {
  const payment = bank().payment(storedBookings().find(({ id }) => id === ride)?.payment_id ?? '')
  bank().processRefund(bank().refundInDashboard(payment.id).id)
  return calls.checkAsAdmin(ride)
}

/** Each decision, and what it refunds of the ride in rupees. */
const BEFORE_START = {
  'a rider who cancels': [cancelByRider, 0],
  'an admin who cancels': [cancelByAdmin, 100],
  'an admin who blocks the scooter': [block, 100],
  'an admin who suspends the rider': [() => calls.suspend('r0', 100), 100],
  'a rider who takes the money of a reported scooter': [takeMoney, 100],
  'a refund in the dashboard': [refundInDashboard, 50]
} as const

const DURING_RIDE = {
  'a rider who returns': [() => calls.returnBy('r0', ride), 0],
  'a manager who says that nobody came': [() => calls.sayAbsent(ride, 0), 0],
  'an admin who returns': [() => calls.returnAsAdmin(ride), 0],
  'an admin who cancels': [cancelByAdmin, 100]
} as const

const pairsOf = (decisions: Record<string, readonly [() => Promise<unknown>, number]>) =>
  Object.entries(decisions).flatMap(([late, [decideLate]]) =>
    Object.entries(decisions)
      .filter(([first]) => first !== late)
      .map(([first, [decide, refund]]) => ({ decide, decideLate, first, late, refund }))
  )

async function expectFirstDecision({ decide, decideLate, refund }: ReturnType<typeof pairsOf>[number]): Promise<void> {
  changeBefore("SET state = 'cancelled'", decide)
  await decideLate()
  const cancelled = storedRefunds().filter(({ reason }) => reason === 'cancelled')
  expect(sumBy(cancelled, ({ paise }) => paise) / 100).toBe(refund)
  expect(await findBrokenInvariants()).toEqual([])
}

describe('before the start', () => {
  beforeEach(() => void vi.setSystemTime(BEFORE))
  test.each(pairsOf(BEFORE_START))('$first decides, although $late has read the ride before', expectFirstDecision)
})

describe('during the ride', () => {
  beforeEach(() => void vi.setSystemTime(UNDER_WAY))
  test.each(pairsOf(DURING_RIDE))('$first decides, although $late has read the ride before', expectFirstDecision)
})

test('a cancellation adds nothing to one by the same rider that found a part refunded before', async () => {
  rows('UPDATE bookings SET terms = ?1 WHERE id = ?2', JSON.stringify({ ...KEEPS_ALL, late_cancel_percent: 50 }), ride)
  vi.setSystemTime(BEFORE)
  await expectFirstDecision({
    decide: async () => {
      for (const { id } of storedBookings()) await calls.refundAsAdmin(id, 25)
      return cancelByRider()
    },
    decideLate: cancelByRider,
    first: '',
    late: '',
    refund: 0
  })
})
