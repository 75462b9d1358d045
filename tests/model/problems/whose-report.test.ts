import { describe, expect, test } from 'vitest'
import { BLOCKED_SCOOTERS_HOURS, BLOCKED_SCOOTERS_MAX } from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import { paidRide } from '#tests/model/harness/extensions.ts'
import {
  advanceTime,
  bank,
  findBrokenInvariants,
  startHarnessForEachTest,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { booked } from '#tests/model/harness/sample-bookings.ts'
import { insertProblem, insertScooter, type Rider, setRule } from '#tests/model/harness/seed.ts'

// Whose report gives whom a way out, and for how long it keeps the scooter from others. Times are minutes after
// START_TIME; a ride lasts an hour.

startHarnessForEachTest()

let count = 0

const paid = (rider: Rider, start: number, scooter = 's0') => paidRide(start, { scooter_id: scooter, user_id: rider })

const waitUntil = (minutes: number) =>
  advanceTime((addMinutes(START_TIME, minutes).getTime() - now().getTime()) / 60_000)

async function report(rider: Rider, ride: string): Promise<number> {
  const number = ++count
  expect(await calls.reportProblemBy(rider, ride, number)).toMatchObject({ isDone: true })
  return number
}

async function causeFor(rider: Rider, ride: string) {
  const answer = await calls.wayOutOf(rider, ride)
  if (!answer.isDone) throw new Error('no answer')
  const { cause, refund } = answer.body
  return refund === null ? cause : `${cause} with money`
}

const status = () => rows<{ status: string }>("SELECT status FROM scooters WHERE id = 's0'")[0]?.status
const blocks = () =>
  rows<{ blocked_until: number | null }>('SELECT blocked_until FROM problems ORDER BY rowid').map(
    ({ blocked_until }) => blocked_until !== null
  )

describe('two rides of one rider with a scooter', () => {
  test('give no money by a report about the first, which is cancelled', async () => {
    const [first, second] = [await paid('r0', 60), await paid('r0', 120)]
    waitUntil(40)
    await report('r0', first)
    expect(await causeFor('r0', first)).toBe('reported')
    await calls.cancelPaidBy('r0', first, 50)
    waitUntil(125)
    expect(await causeFor('r0', second)).toBeNull()
    expect(await calls.takeMoneyOf('r0', second, 50)).toMatchObject({ detail: bookingText.noWayOut, status: 400 })
    await report('r0', second)
    expect(await causeFor('r0', second)).toBe('reported')
    expect(storedRefunds()).toHaveLength(1)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('give no money by a report during the first', async () => {
    const [first, second] = [await paid('r0', 60), await paid('r0', 120)]
    waitUntil(70)
    await report('r0', first)
    expect(await causeFor('r0', second)).toBeNull()
    expect(await calls.takeMoneyOf('r0', second, 50)).toMatchObject({ detail: bookingText.noWayOut, status: 400 })
  })
})

describe('the report of another rider', () => {
  test('gives a way out once its ride has begun', async () => {
    const [before, theirs, after] = [await paid('r0', 0), await paid('r1', 60), await paid('r2', 120)]
    waitUntil(40)
    await report('r1', theirs)
    expect(await causeFor('r0', before)).toBeNull()
    waitUntil(60)
    expect(await causeFor('r2', after)).toBe('broken with money')
  })

  test.each([
    ['before', 50, null],
    ['after', 65, 'broken with money']
  ])('whose ride is cancelled %s its start', async (_, cancelAt, cause) => {
    const [theirs, own] = [await paid('r1', 60), await paid('r0', 120)]
    waitUntil(40)
    await report('r1', theirs)
    waitUntil(cancelAt)
    await calls.cancelAsAdmin(theirs, 50)
    waitUntil(70)
    expect(await causeFor('r0', own)).toBe(cause)
  })

  test('gives none if it arrives after its ride', async () => {
    const theirs = await paid('r1', 60)
    const own = await paid('r0', 180)
    waitUntil(130)
    await calls.reportProblemBy('r1', theirs, ++count, { pressed_at: addMinutes(START_TIME, 70).toISOString() })
    expect([blocks(), await causeFor('r0', own)]).toEqual([[true], null])
  })
})

describe('a scooter in maintenance', () => {
  const set = (value: 'Available' | 'Maintenance') => calls.setScooterStatus('s0', value)

  /**
   * r2 reports damage, then r0 and r1 that it cannot be ridden. Long after the blocks, r0, r1 and r2 have rides of it, in
   * this order.
   */
  async function reportedByTwo() {
    const [earlier, first, second] = [await paid('r2', 0), await paid('r0', 60), await paid('r1', 120)]
    const later = [await paid('r0', 330), await paid('r1', 390), await paid('r2', 450)]
    waitUntil(10)
    await calls.reportProblemBy('r2', earlier, ++count, { is_rideable: true, kind: 'damaged' })
    waitUntil(70)
    await report('r0', first)
    waitUntil(125)
    const decisive = await report('r1', second)
    expect(status()).toBe('Maintenance')
    const causes = async () => {
      const at = Math.floor(now().getTime() / 1000) + 1800
      rows('UPDATE bookings SET start_at = ?1, end_at = ?1 + 3600 WHERE id IN (?2, ?3, ?4)', at, ...later)
      return Promise.all(later.map((ride, index) => causeFor(`r${index}` as Rider, ride)))
    }
    waitUntil(300)
    return { causes, decisive }
  }

  test('by the reports of two riders gives them nothing, and others a way out', async () => {
    const { causes } = await reportedByTwo()
    expect(await causes()).toEqual([null, null, 'broken with money'])
  })

  test('by the staff gives everybody a way out while it is reported, also after they have ended that of the reports', async () => {
    const { causes } = await reportedByTwo()
    await set('Available')
    expect(await causes()).toEqual([null, null, null])
    await set('Maintenance')
    expect(await causes()).toEqual(Array(3).fill('broken with money'))
  })

  test('stays that of the reports when the staff set what it has, and is theirs once they know the decisive report', async () => {
    const { causes, decisive } = await reportedByTwo()
    await set('Maintenance')
    expect(await causes()).toEqual([null, null, 'broken with money'])
    await calls.decideProblem(decisive, { note: 'x', state: 'known' })
    expect(await causes()).toEqual(Array(3).fill('broken with money'))
  })

  test('by a report whose ride was cancelled before its start gives others nothing once the staff know the other report', async () => {
    const [first, decisive, later] = [await paid('r1', 0), await paid('r0', 60), await paid('r2', 180)]
    waitUntil(40)
    const known = await report('r1', first)
    await report('r0', decisive)
    expect(status()).toBe('Maintenance')
    await calls.cancelPaidBy('r0', decisive, 50)
    waitUntil(150)
    expect(await causeFor('r2', later)).toBe('broken with money')
    await calls.decideProblem(known, { note: 'x', state: 'known' })
    expect(await causeFor('r2', later)).toBeNull()
  })

  test('because of the own report is a way out with money for its rider, too', async () => {
    const ride = await paid('r0', 60)
    waitUntil(70)
    const number = await report('r0', ride)
    expect(await causeFor('r0', ride)).toBe('reported')
    await set('Maintenance')
    expect(await causeFor('r0', ride)).toBe('broken with money')
    await calls.decideProblem(number, { scooter_status: 'Available', state: 'fixed' })
    expect(await causeFor('r0', ride)).toBeNull()
  })

  test('by a decision about another problem is theirs', async () => {
    const { causes, decisive } = await reportedByTwo()
    await calls.decideProblem(decisive - 1, { note: 'x', scooter_status: 'Available', state: 'known' })
    await calls.decideProblem(decisive - 1, { note: 'x', scooter_status: 'Maintenance', state: 'known' })
    expect(await causes()).toEqual(Array(3).fill('broken with money'))
  })

  test('is that of a report only if it has changed the status', async () => {
    const [first, second] = [await paid('r0', 60), await paid('r1', 120)]
    waitUntil(70)
    await report('r0', first)
    await set('Maintenance')
    waitUntil(125)
    await report('r1', second)
    expect(rows('SELECT DISTINCT set_maintenance FROM problems')).toEqual([{ set_maintenance: 0 }])
    expect(await causeFor('r1', second)).toBe('broken with money')
  })
})

describe('the block of a report', () => {
  const suspend = () => calls.suspend('r0', 50)

  test.each<[string, (ride: string) => unknown]>([
    ['its rider', ride => calls.cancelPaidBy('r0', ride, 50)],
    ['an admin', ride => calls.cancelAsAdmin(ride, 50)],
    ['a suspension', suspend],
    [
      'its rider, who takes the money',
      ride => {
        setRule('report_refunds', 1)
        return calls.takeMoneyOf('r0', ride, 50)
      }
    ],
    [
      'a refund in the dashboard',
      async ride => {
        const [payment] = rows<{ payment_id: string }>('SELECT payment_id FROM bookings WHERE id = ?', ride)
        const { id } = bank().refundInDashboard(payment?.payment_id ?? '', 5000)
        bank().processRefund(id)
        await bank().webhooks.flush(calls.receiveWebhook)
      }
    ]
  ])('ends when its ride is cancelled before the start by %s', async (_, cancel) => {
    const { razorpay_order_id, session_id: ride } = await booked('r0')
    await calls.reportPayment('r0', ride, bank().pay(razorpay_order_id))
    waitUntil(40)
    await report('r0', ride)
    await calls.moveBy('r0', ride, 's0', 's1')
    await report('r0', ride)
    expect(blocks()).toEqual([true, true])
    await cancel(ride)
    expect(rows('SELECT state FROM bookings')).toEqual([{ state: 'cancelled' }])
    expect(blocks()).toEqual([false, false])
  })

  test('ends, too, if the report lands between the reading and the batch of the cancellation', async () => {
    const ride = await paid('r0', 60)
    const later = await paid('r0', 120)
    waitUntil(40)
    changeBefore("cancelled_by = 'rider'", () =>
      insertProblem({
        blocked_from: now(),
        blocked_until: addMinutes(now(), 120),
        ride: { id: ride, rider: 'r0' },
        scooter: 's0'
      })
    )
    expect(await calls.cancelPaidBy('r0', ride, 50)).toMatchObject({ isDone: true })
    expect(blocks()).toEqual([false])
    waitUntil(121)
    expect(await causeFor('r0', later)).toBeNull()
  })

  test('stays when its ride is moved, or cancelled after its start', async () => {
    const ride = await paid('r0', 60)
    waitUntil(40)
    await report('r0', ride)
    await calls.moveBy('r0', ride, 's0', 's1')
    expect(blocks()).toEqual([true])
    waitUntil(61)
    await calls.cancelAsAdmin(ride, 50)
    expect(blocks()).toEqual([true])
  })

  test('that has ended makes no second report in a row, and keeps nobody from the scooter', async () => {
    const [first, second] = [await paid('r0', 60), await paid('r1', 120)]
    waitUntil(40)
    await report('r0', first)
    await calls.cancelPaidBy('r0', first, 50)
    waitUntil(125)
    await report('r1', second)
    expect(status()).toBe('Available')
    rows("UPDATE problems SET state = 'fixed' WHERE user_id = 'r1'")
    const third = await paid('r2', 240, 's1')
    expect(await calls.moveAsAdmin(third, 's1', 's0')).toMatchObject({ isDone: true })
  })

  test('is that of two scooters of a rider in a day, until the staff have decided about one', async () => {
    for (const id of ['s2', 's3']) insertScooter(id)
    const numbers: number[] = []
    let ride = ''
    for (const [index, scooter] of ['s0', 's1', 's2'].entries()) {
      ride = await paid('r0', 60 + index * 60, scooter)
      waitUntil(65 + index * 60)
      numbers.push(await report('r0', ride))
      await calls.reportProblemBy('r0', ride, ++count, { kind: 'pin' })
    }
    expect(blocks()).toEqual([true, true, true, true, false, false])
    expect(rows('SELECT DISTINCT scooter_id FROM problems WHERE blocked_from > 0')).toHaveLength(BLOCKED_SCOOTERS_MAX)
    expect(rows("SELECT 1 FROM outbox WHERE kind = 'problem'")).toHaveLength(numbers.length * 2)
    rows("UPDATE problems SET state = 'fixed' WHERE kind = 'pin'")
    await calls.decideProblem(numbers[0] ?? 0, { note: 'x', state: 'known' })
    await calls.reportProblemBy('r0', ride, ++count, { kind: 'not_here' })
    expect(blocks().at(-1)).toBe(true)
    const [another, later] = [await paid('r0', 240, 's3'), await paid('r0', 300, 's3')]
    waitUntil(245)
    await report('r0', another)
    expect(blocks().at(-1)).toBe(false)
    rows('UPDATE problems SET created_at = created_at - ?', BLOCKED_SCOOTERS_HOURS * 3600)
    waitUntil(301)
    await report('r0', later)
    expect(blocks().at(-1)).toBe(true)
  })
})
