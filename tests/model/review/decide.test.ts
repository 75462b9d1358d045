import { beforeEach, describe, expect, test } from 'vitest'
import { addMinutes, dayOf } from '#domain/time/india-time.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore, injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { NOON, now } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cronAfter,
  findBrokenInvariants,
  startHarness,
  stateOf,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { setNeedsLicence } from '#tests/model/harness/seed.ts'

// What the batch of a decision checks again, and what of a rider's bookings it stops. The ride costs ₹50 and starts in an
// hour.

startHarness()

let ride: string
let refund: number
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
  refund = 50
})

const DECISIONS = {
  reject: () => calls.decide('r0', { decision: 'reject', reason: 'learner', refund, revision: 0 }),
  suspend: () => calls.suspend('r0', refund)
}
const BY = ['reject', 'suspend'] as const

const rider = () =>
  rows<{ license_revision: number; license_status: string; suspended_at: number | null }>(
    "SELECT * FROM users WHERE id = 'r0'"
  )[0]
const undecided = { license_revision: 0, license_status: 'unreviewed', suspended_at: null }
const logged = () => rows('SELECT action FROM audits')

/** Runs `change` after the server has read the rider, just before the batch. */
const changeBeforeBatch = (change: () => unknown) => changeBefore('INTO audits', change)

/** Another paid ride of the rider, on the other scooter, three hours later. */
async function secondRide(): Promise<string> {
  const { razorpay_order_id, session_id } = await samples.booked('r0', 's1', 3)
  await calls.reportPayment('r0', session_id, bank().pay(razorpay_order_id))
  return session_id
}

const confirm = (id: string) => {
  rows("UPDATE bookings SET state = 'confirmed', hold_until = NULL, payment_id = 'meanwhile' WHERE id = ?1", id)
  rows(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     VALUES ('meanwhile', ?1, 'meanwhile', 'captured', 5000, 'INR', 0)`,
    id
  )
}

describe.each(BY)('a decision to %s', decision => {
  test('changes nothing if another ride is paid meanwhile', async () => {
    const { session_id } = await samples.booked('r0', 's1', 3)
    changeBeforeBatch(() => confirm(session_id))
    expect(await DECISIONS[decision]()).toMatchObject({ detail: refundsText.amountChanged, status: 409 })
    expect([stateOf(ride), stateOf(session_id)]).toEqual(['confirmed', 'confirmed'])
    expect(rider()).toMatchObject(undecided)
    expect(logged()).toEqual([])
  })

  test('changes nothing if a ride takes the place of another for the same sum', async () => {
    const { session_id } = await samples.booked('r0', 's1', 3)
    changeBeforeBatch(() => {
      rows("UPDATE bookings SET state = 'cancelled', cancelled_by = 'rider' WHERE id = ?1", ride)
      confirm(session_id)
    })
    expect(await DECISIONS[decision]()).toMatchObject({ detail: refundsText.amountChanged, status: 409 })
    expect(stateOf(session_id)).toBe('confirmed')
    expect(rider()).toMatchObject(undecided)
  })

  test('changes nothing, also no hold, if a part is refunded meanwhile', async () => {
    const { session_id } = await samples.booked('r0', 's1', 3)
    changeBeforeBatch(() =>
      rows(
        `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
         SELECT 'goodwill', payment_id, id, 1000, 'goodwill', 'due', 0 FROM bookings WHERE id = ?1`,
        ride
      )
    )
    expect(await DECISIONS[decision]()).toMatchObject({ detail: refundsText.amountChanged, status: 409 })
    expect([stateOf(ride), stateOf(session_id)]).toEqual(['confirmed', 'held'])
    expect(storedRefunds()).toMatchObject([{ id: 'goodwill' }])
  })

  test('changes nothing of a rider who is deleted meanwhile', async () => {
    changeBeforeBatch(() => rows("UPDATE users SET deleted_at = 1 WHERE id = 'r0'"))
    expect((await DECISIONS[decision]()).status).toBe(404)
    expect(stateOf(ride)).toBe('confirmed')
    expect(logged()).toEqual([])
  })

  test('is made once if its answer is lost and it is sent again', async () => {
    let isLost = false
    injectFaults(({ operation }) => {
      if (isLost || !operation.includes('INTO audits')) return null
      isLost = true
      return { error: new Error('Network connection lost.'), isDone: true }
    })
    expect(await DECISIONS[decision]()).toMatchObject({ isDone: true })
    stopFaults()
    refund = 0
    expect(await DECISIONS[decision]()).toMatchObject({ isDone: true })
    expect(rider()).toMatchObject(decision === 'suspend' ? { license_revision: 0 } : { license_revision: 1 })
    expect(storedRefunds()).toMatchObject([{ paise: 5000, reason: 'cancelled' }])
    expect(logged()).toHaveLength(2)
    expect(rows("SELECT kind FROM outbox WHERE kind IN ('suspended', 'license_rejected', 'cancelled')")).toHaveLength(2)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('leaves a ride that starts this second, and what it may still do', async () => {
    advanceTime(60)
    expect(now().getTime()).toBe(samples.START.getTime())
    refund = 0
    expect(await DECISIONS[decision]()).toMatchObject({ isDone: true })
    expect(stateOf(ride)).toBe('confirmed')
  })

  test('leaves the extension of a ride that is under way', async () => {
    const extended = await calls.extend('r0', ride, 1)
    if (!extended.isDone) throw new Error('The extension was not held')
    const { razorpay_order_id, session_id } = extended.body
    await calls.reportPayment('r0', session_id, bank().pay(razorpay_order_id))
    advanceTime(90)
    refund = 0
    expect(await DECISIONS[decision]()).toMatchObject({ isDone: true })
    expect([stateOf(ride), stateOf(session_id)]).toEqual(['confirmed', 'confirmed'])
  })

  test('stops two rides, and gives each its own refund and its revision', async () => {
    const other = await secondRide()
    refund = 100
    expect(await DECISIONS[decision]()).toMatchObject({ isDone: true })
    expect([stateOf(ride), stateOf(other)]).toEqual(['cancelled', 'cancelled'])
    const refunds = storedRefunds().map(({ booking_id, paise }) => `${booking_id}: ${paise}`)
    expect(refunds.sort()).toEqual([`${ride}: 5000`, `${other}: 5000`].sort())
    const changed = { refund_percent: 100, revision: 1 }
    expect(rows('SELECT refund_percent, revision FROM bookings')).toEqual([changed, changed])
    expect(rows('SELECT scooter_id FROM slot_claims')).toEqual([])
  })
})

const approveUntilToday = (revision: number) =>
  calls.decide('r0', { decision: 'approve', expires_on: dayOf(now()), refund, revision })

test.each(['approve', 'reject'])('%s is not made if the photo changes between look and batch', async decision => {
  if (decision === 'approve') refund = 0
  changeBeforeBatch(() => rows("UPDATE users SET license_revision = 1 WHERE id = 'r0'"))
  const answer = await (decision === 'approve' ? approveUntilToday(0) : DECISIONS.reject())
  expect(answer).toMatchObject({ detail: reviewText.riderChanged, status: 409 })
  expect([stateOf(ride), logged()]).toEqual(['confirmed', []])
})

test('a suspension that another admin makes between look and batch is logged and noted by that one only', async () => {
  changeBeforeBatch(() => rows("UPDATE users SET suspended_at = 1 WHERE id = 'r0'"))
  expect(await DECISIONS.suspend()).toMatchObject({ detail: reviewText.riderChanged, status: 409 })
  expect([logged(), rows('SELECT id FROM rider_notes'), stateOf(ride)]).toEqual([[], [], 'confirmed'])
})

describe('a suspension leaves nothing that could still be paid', () => {
  test('of a hold whose payment is confirmed after its start', async () => {
    const { order } = await samples.heldSample()
    await markSettling(order.session_id, addMinutes(now(), 240), now())
    advanceTime(90)
    expect(await calls.suspend('r0', 0)).toMatchObject({ isDone: true })
    expect(stateOf(order.session_id)).toBe('cancelled')
  })

  test('of a hold that has ended before its start', async () => {
    const { order } = await samples.heldSample()
    await cronAfter(20)
    expect(stateOf(order.session_id)).toBe('expired')
    expect(await calls.suspend('r0', 0)).toMatchObject({ isDone: true })
    expect(stateOf(order.session_id)).toBe('cancelled')
  })

  test('of an extension that has ended unpaid, until the end of its time', async () => {
    const extended = await calls.extend('r0', ride, 1)
    if (!extended.isDone) throw new Error('The extension was not held')
    await cronAfter(150)
    expect(stateOf(extended.body.session_id)).toBe('expired')
    expect(await calls.suspend('r0', 0)).toMatchObject({ isDone: true })
    expect(stateOf(extended.body.session_id)).toBe('cancelled')
  })
})

test('a rejection leaves rides on scooters that need no licence, and holds are no rides', async () => {
  setNeedsLicence('s0', false)
  const { session_id } = await samples.booked('r0', 's1', 3)
  refund = 0
  const answer = await DECISIONS.reject()
  expect(answer).toMatchObject({ isDone: true })
  expect(answer.isDone && answer.body.rides).toEqual([expect.objectContaining({ needs_license: false, refund: 50 })])
  expect([stateOf(ride), stateOf(session_id)]).toEqual(['confirmed', 'cancelled'])
})

test('a ride whose extension ends after the licence is stopped as a whole', async () => {
  const extended = await calls.extend('r0', ride, 1)
  if (!extended.isDone) throw new Error('The extension was not held')
  const { amount, razorpay_order_id, session_id } = extended.body
  await calls.reportPayment('r0', session_id, bank().pay(razorpay_order_id))
  rows('UPDATE bookings SET end_at = ?2 WHERE id = ?1', session_id, NOON + 2 * 86_400)
  refund = 50 + amount / 100
  expect(await approveUntilToday(0)).toMatchObject({ isDone: true })
  expect([stateOf(ride), stateOf(session_id)]).toEqual(['cancelled', 'cancelled'])
})

test('a licence lets a ride stay that ends with it, and none that ends a second later', async () => {
  const approve = (revision: number) => {
    // As after an upload.
    rows("UPDATE users SET license_waits_since = 1 WHERE id = 'r0'")
    return calls.decide('r0', { decision: 'approve', expires_on: dayOf(now()), refund, revision })
  }
  refund = 0
  expect(await approve(0)).toMatchObject({ isDone: true })
  rows("UPDATE bookings SET end_at = (SELECT license_valid_until FROM users WHERE id = 'r0')")
  expect(await approve(1)).toMatchObject({ isDone: true })
  expect(stateOf(ride)).toBe('confirmed')
  rows('UPDATE bookings SET end_at = end_at + 1')
  expect(await approve(2)).toMatchObject({ detail: refundsText.amountChanged })
  refund = 50
  expect(await approve(2)).toMatchObject({ isDone: true })
  expect(stateOf(ride)).toBe('cancelled')
})
