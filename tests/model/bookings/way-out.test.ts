import { describe, expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { extendRide, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import {
  advanceTime,
  bank,
  cronAfter,
  findBrokenInvariants,
  startHarnessForEachTest,
  stateOf,
  storedBooking,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { bookBy, confirmedSample } from '#tests/model/harness/sample-bookings.ts'
import { insertProblem, insertScooter, setRule } from '#tests/model/harness/seed.ts'

// A rider whose scooter has trouble takes another one, or the money.

startHarnessForEachTest()

/** The ride of r0 on s0, from START on for an hour. */
async function ridden(): Promise<{ id: string; price: number }> {
  const { order } = await confirmedSample()
  return { id: order.session_id, price: order.amount / 100 }
}

const report = (id: string) => insertProblem({ ride: { id, rider: 'r0' }, scooter: 's0' })
const wayOut = async (id: string) => {
  const answer = await calls.wayOutOf('r0', id)
  return answer.isDone ? answer.body : answer.status
}

/** What makes the scooter of a ride that starts in an hour late or broken. */
const CAUSES = {
  broken: () =>
    insertProblem({
      blocked_from: now(),
      blocked_until: RIDE_END,
      kind: 'pin',
      ride: { id: 'x', rider: 'r1' },
      scooter: 's0'
    }),
  late: async () => {
    setRule('return_mode', 'confirmed')
    const other = await bookBy('r1', 's0', 2)
    if (!other.isDone) throw new Error('not booked')
    const receipt = bank().pay(other.body.razorpay_order_id)
    await calls.reportPayment('r1', other.body.session_id, receipt)
    rows('DELETE FROM slot_claims WHERE booking_id = ?', other.body.session_id)
    rows('UPDATE bookings SET start_at = start_at - 16200, end_at = end_at - 16200 WHERE id = ?', other.body.session_id)
    rows(
      `INSERT INTO slot_claims (scooter_id, cell, booking_id) SELECT scooter_id, start_at / 1800, id FROM bookings WHERE id = ?1
       UNION ALL SELECT scooter_id, start_at / 1800 + 1, id FROM bookings WHERE id = ?1`,
      other.body.session_id
    )
  }
} as const

describe('a ride without trouble', () => {
  test('has no way out, and its rider takes neither scooter nor money', async () => {
    const { id, price } = await ridden()
    expect(await wayOut(id)).toEqual({ cause: null, is_full: true, refund: null, scooters: [] })
    expect(await calls.moveBy('r0', id, 's0', 's1')).toMatchObject({ detail: bookingText.noWayOut, status: 400 })
    expect(await calls.takeMoneyOf('r0', id, price)).toMatchObject({ detail: bookingText.noWayOut, status: 400 })
    expect(stateOf(id)).toBe('confirmed')
  })

  test('has none by a block that ends before its start', async () => {
    const { id } = await ridden()
    const until = (minutes: number) =>
      rows('UPDATE problems SET blocked_until = unixepoch(?1) + ?2', now().toISOString(), minutes * 60)
    CAUSES.broken()
    until(60)
    expect(await wayOut(id)).toMatchObject({ cause: null })
    until(61)
    expect(await wayOut(id)).toMatchObject({ cause: 'broken' })
  })

  test('that starts in more than an hour has none yet', async () => {
    const { id } = await ridden()
    rows('UPDATE bookings SET start_at = start_at + 1800, end_at = end_at + 1800 WHERE id = ?', id)
    report(id)
    expect(await wayOut(id)).toMatchObject({ cause: null })
  })
})

describe.each(Object.entries(CAUSES))('a scooter that is %s', (cause, happen) => {
  test('gives the ride another one, as often as necessary, and all of the money', async () => {
    const { id, price } = await ridden()
    await happen()
    expect(await wayOut(id)).toEqual({ cause, is_full: true, refund: price, scooters: [{ id: 's1', name: 's1' }] })
    expect(await calls.moveBy('r0', id, 's0', 's1')).toMatchObject({ body: { scooter: { id: 's1' } } })
    expect(rows('SELECT moved_by FROM moves')).toEqual([{ moved_by: 'cause' }])
    expect(await wayOut(id)).toMatchObject({ cause: null })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('gives all of the money until half an hour after the start, once', async () => {
    const { id, price } = await ridden()
    await happen()
    expect(await calls.takeMoneyOf('r0', id, price - 1)).toMatchObject({
      detail: bookingText.refundChanged,
      status: 409
    })
    const answers = [await calls.takeMoneyOf('r0', id, price), await calls.takeMoneyOf('r0', id, price)]
    expect(answers).toMatchObject([{ body: { refund: price } }, { body: { refund: price } }])
    expect(storedBooking(id)).toMatchObject({ cancelled_by: 'rider', refund_percent: 100, state: 'cancelled' })
    expect(storedRefunds()).toMatchObject([{ paise: price * 100 }])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

test('the money back of a rider who has paid twice is named without the second payment', async () => {
  const { order } = await confirmedSample()
  const { razorpay_payment_id: second } = bank().pay(order.razorpay_order_id, { second: true })
  await cronAfter(3)
  expect(storedRefunds()).toMatchObject([{ payment_id: second }])
  await CAUSES.broken()
  expect(await calls.takeMoneyOf('r0', order.session_id, 50)).toMatchObject({ body: { refund: 50 } })
})

test('a rider who waited for a late scooter can extend the ride', async () => {
  const { id } = await ridden()
  await CAUSES.late()
  advanceTime(65)
  expect(await extendRide(id)).toMatchObject({ outcome: 'held' })
})

describe('a scooter that its own rider reports', () => {
  test('is changed twice by the rider, and then by the staff alone', async () => {
    const { id } = await ridden()
    insertScooter('s2')
    insertScooter('s3')
    const reportOn = (scooter: string) => insertProblem({ ride: { id, rider: 'r0' }, scooter: scooter as never })
    await calls.moveAsAdmin(id, 's0', 's1')
    await calls.moveAsAdmin(id, 's1', 's0')
    reportOn('s0')
    expect(await calls.moveBy('r0', id, 's0', 's1')).toMatchObject({ isDone: true })
    expect(rows("SELECT moved_by FROM moves WHERE moved_by <> 'admin'")).toEqual([{ moved_by: 'rider' }])
    expect(rows('SELECT outcome FROM problems')).toEqual([{ outcome: 'moved' }])
    reportOn('s1')
    expect(await calls.moveBy('r0', id, 's1', 's2')).toMatchObject({ isDone: true })
    reportOn('s2')
    expect(await wayOut(id)).toMatchObject({ cause: 'reported', may_move: false, scooters: [] })
    expect(await calls.moveBy('r0', id, 's2', 's3')).toMatchObject({ detail: bookingText.noWayOut, status: 400 })
    expect(storedBooking(id)?.scooter_id).toBe('s2')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('gives no money by default', async () => {
    const { id, price } = await ridden()
    report(id)
    expect(await wayOut(id)).toMatchObject({ cause: 'reported', refund: null })
    expect(await calls.takeMoneyOf('r0', id, price)).toMatchObject({ detail: bookingText.noWayOut, status: 400 })
  })

  test('gives money as often in 30 days as the property allows', async () => {
    const { id, price } = await ridden()
    setRule('report_refunds', 2)
    const earlier = (days: number) => {
      insertProblem({ ride: { id: `old-${days}`, rider: 'r0' }, scooter: 's1', state: 'fixed' })
      rows(
        "UPDATE problems SET outcome = 'refunded', created_at = created_at - ?1 WHERE booking_id = ?2",
        days * 86_400,
        `old-${days}`
      )
    }
    earlier(29)
    earlier(31)
    report(id)
    expect(await wayOut(id)).toMatchObject({ cause: 'reported', refund: price })
    earlier(1)
    expect(await wayOut(id)).toMatchObject({ refund: null })
    expect(await calls.takeMoneyOf('r0', id, price)).toMatchObject({ detail: bookingText.noWayOut })
  })

  test('has no trouble any more when the report is fixed', async () => {
    const { id } = await ridden()
    report(id)
    rows("UPDATE problems SET state = 'fixed'")
    expect(await wayOut(id)).toMatchObject({ cause: null })
  })
})

describe('a ride under way', () => {
  const breakDown = () =>
    insertProblem({
      blocked_from: now(),
      blocked_until: addMinutes(now(), 600),
      kind: 'pin',
      ride: { id: 'x', rider: 'r1' },
      scooter: 's0'
    })

  /** An hour from START on, and an extension of an hour, for ₹50 each. */
  async function longRide() {
    const { id } = await ridden()
    const extension = await extendRide(id)
    expect(await payExtension(extension)).toBe('confirmed')
    return { extension: extension.id, id }
  }

  test.each([
    [29, 100, true],
    [31, 50, false],
    [59, 50, false],
    [61, 25, false],
    [89, 25, false]
  ])('gives ₹%s minutes after the start ₹%s', async (minutes, refund, isFull) => {
    const { extension, id } = await longRide()
    const price = storedBooking(extension)?.amount ?? 0
    expect(price).toBe(50)
    advanceTime(60 + minutes)
    breakDown()
    expect(await wayOut(id)).toMatchObject({ cause: 'broken', is_full: isFull, refund })
    const answers = await Promise.all([calls.takeMoneyOf('r0', id, refund), calls.takeMoneyOf('r0', id, refund)])
    expect(answers.filter(({ isDone }) => isDone)).not.toEqual([])
    expect(await calls.takeMoneyOf('r0', id, refund)).toMatchObject({ body: { refund } })
    expect(storedRefunds().reduce((sum, { paise }) => sum + paise, 0)).toBe(refund * 100)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('gives nothing in its last half hour, and is not ended', async () => {
    const { id } = await ridden()
    advanceTime(60 + 31)
    breakDown()
    expect(await wayOut(id)).toMatchObject({ cause: 'broken', refund: null })
    expect(await calls.takeMoneyOf('r0', id, 0)).toMatchObject({ detail: bookingText.noWayOut })
    expect(storedBooking(id)?.returned_at).toBeNull()
  })

  test.each([
    ['return', 61, 25, "returned_at = iif(kind = 'ride', ?1, NULL), booked_end_at = end_at, end_at = ?1"],
    ['cancel', 29, 100, "state = 'cancelled', cancelled_by = 'admin', updated_at = ?1"]
  ])('gives its rider nothing if the staff %s it in the same second', async (_, minutes, refund, change) => {
    const { id } = await longRide()
    advanceTime(60 + minutes)
    breakDown()
    report(id)
    injectFaults(({ operation }) => {
      if (operation.includes("SET outcome = 'refunded'"))
        rows(`UPDATE bookings SET ${change}`, Math.floor(now().getTime() / 1000))
      return null
    })
    expect(await calls.takeMoneyOf('r0', id, refund)).toMatchObject({ detail: bookingText.refundChanged, status: 409 })
    expect(storedRefunds()).toEqual([])
    expect(rows('SELECT DISTINCT outcome FROM problems')).toEqual([{ outcome: null }])
  })

  test('is not ended if a part is refunded while its rider takes the money', async () => {
    const { extension, id } = await longRide()
    advanceTime(60 + 61)
    breakDown()
    injectFaults(({ operation }) => {
      if (operation.includes("SET outcome = 'refunded'"))
        rows(
          `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
           SELECT 'part', payment_id, id, 4000, 'goodwill', 'due', 0 FROM bookings WHERE id = ?1`,
          extension
        )
      return null
    })
    expect(await calls.takeMoneyOf('r0', id, 25)).toMatchObject({ detail: bookingText.refundChanged, status: 409 })
    expect(storedRefunds()).toMatchObject([{ paise: 4000, reason: 'goodwill' }])
    expect(storedBooking(id)?.returned_at).toBeNull()
  })

  test('gives no more than what is left of its payment', async () => {
    const { id } = await longRide()
    advanceTime(60 + 31)
    breakDown()
    expect(await calls.refundAsAdmin(id, 10)).toMatchObject({ isDone: true })
    expect(await wayOut(id)).toMatchObject({ refund: 50 })
    // The answer names it alone, although both refunds are of one second.
    expect(await calls.takeMoneyOf('r0', id, 50)).toMatchObject({ body: { refund: 50 } })
  })
})
