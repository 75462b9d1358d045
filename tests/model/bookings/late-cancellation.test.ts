import { beforeEach, describe, expect, test, vi } from 'vitest'
import { termsFrom } from '#domain/bookings/cancellation.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { bank, findBrokenInvariants, startHarness, stateOf } from '#tests/model/harness/harness.ts'
import { lossOf } from '#tests/model/harness/loss.ts'
import { confirmedSample, START } from '#tests/model/harness/sample-bookings.ts'

// What a property that keeps a share of a late cancellation owes when it cancels late itself. The ride costs ₹50.

startHarness()

const HALF = termsFrom({ free_cancel_minutes: 30, grace_minutes: 10, late_cancel_percent: 50 })
const FREE_SECONDS = 1800

let ride: string

const setTerms = (terms: object) => rows('UPDATE bookings SET terms = ?1 WHERE id = ?2', JSON.stringify(terms), ride)
const debts = () => rows<{ paise: number }>('SELECT booking_id, paise, paid_at, note FROM compensations')
const at = (secondsBeforeStart: number) => vi.setSystemTime(START.getTime() - secondsBeforeStart * SECOND_MS)
const LATE = 60

beforeEach(async () => {
  ride = (await confirmedSample()).order.session_id
  setTerms(HALF)
})

async function owed() {
  const answer = await calls.previewCancelAsAdmin(ride)
  if (!answer.isDone) throw new Error('No preview')
  return answer.body
}

async function extend(): Promise<void> {
  const extended = await calls.extend('r0', ride, 1)
  if (!extended.isDone) throw new Error('Not extended')
  await calls.reportPayment('r0', extended.body.session_id, bank().pay(extended.body.razorpay_order_id))
}

describe('what is owed', () => {
  test('is nothing for an unpaid extension, which an admin cancels alone', async () => {
    at(LATE)
    const extension = await calls.extend('r0', ride, 1)
    if (!extension.isDone) throw new Error('Not extended')
    const { session_id } = extension.body
    expect(await calls.previewCancelAsAdmin(session_id)).toMatchObject({ body: { owed: 0, refund: 0 } })
    expect(await calls.cancelAsAdmin(session_id, 0, { owed: 0 })).toMatchObject({ isDone: true })
    expect([debts(), stateOf(ride), await findBrokenInvariants()]).toEqual([[], 'confirmed', []])
  })

  test.each([1, 2])(
    'for a ride of %i rows is what its rider would lose, at each second around the borders',
    async parts => {
      if (parts === 2) await extend()
      const seen = new Set<number>()
      for (const border of [FREE_SECONDS, 1, 0, -1])
        for (const seconds of [border + 1, border, border - 1]) {
          at(seconds)
          const byRider = await calls.previewCancel('r0', ride)
          const loss = byRider.isDone ? byRider.body.amount - byRider.body.refund : 0
          expect(await owed(), `${seconds} s before`).toEqual({ owed: loss, refund: 50 * parts })
          expect(loss * 100).toBe(lossOf(ride))
          seen.add(loss)
        }
      expect([...seen]).toEqual([0, 25 * parts])
    }
  )

  test('is nothing in bookings from before the rule, and where the property keeps nothing', async () => {
    at(LATE)
    const { operator_bears: _, ...before } = HALF
    for (const terms of [before, termsFrom({ ...HALF, late_cancel_percent: 100 })]) {
      setTerms(terms)
      expect(await owed()).toEqual({ owed: 0, refund: 50 })
    }
  })

  test('is less by what was refunded before', async () => {
    at(LATE)
    await calls.refundAsAdmin(ride, 30)
    expect(await owed()).toEqual({ owed: 20, refund: 20 })
  })
})

describe('a late cancellation by an admin', () => {
  beforeEach(() => void at(LATE))

  test.each([
    ['more than the ride cost', 'UPDATE compensations SET paise = 5001'],
    ['of a ride that its rider cancelled', "UPDATE bookings SET cancelled_by = 'rider'"],
    ['of a ride that had begun', 'UPDATE compensations SET created_at = (SELECT start_at FROM bookings)']
  ])('breaks an invariant with a debt %s', async (_, change) => {
    await calls.cancelAsAdmin(ride, 50, { owed: 25 })
    rows(change)
    expect(await findBrokenInvariants()).toEqual([
      `what a rider is owed is a part of a ride that an admin cancelled before its start: ${ride}`
    ])
  })

  test('owes nothing if the rider asked for it', async () => {
    expect(await calls.cancelAsAdmin(ride, 50, { rider_asked: true })).toMatchObject({ isDone: true })
    expect(debts()).toEqual([])
  })

  test('owes it in a portal from before the rule too, which agrees to the refund only', async () => {
    expect(await calls.cancelAsAdmin(ride, 50)).toMatchObject({ isDone: true })
    expect(debts()).toMatchObject([{ booking_id: ride, paise: 2500 }])
  })

  test('owes and logs nothing if somebody else cancels the ride in the same second', async () => {
    const values = [ride, START.getTime() / SECOND_MS - LATE]
    changeBefore("SET state = 'cancelled'", () =>
      rows("UPDATE bookings SET state = 'cancelled', cancelled_by = 'admin', updated_at = ?2 WHERE id = ?1", ...values)
    )
    await calls.cancelAsAdmin(ride, 50, { owed: 25 })
    expect([stateOf(ride), debts(), rows('SELECT * FROM audits')]).toEqual(['cancelled', [], []])
  })
})

describe('a ride that is refunded for a service window', () => {
  const window = { from: START, number: 1, scooter: 's0', to: new Date(START.getTime() + HOUR_MS) } as const
  const refundWith = (decision: object) =>
    calls.blockScooter({ ...window, rides: [{ amount: 50, id: ride, ...decision }] })
  beforeEach(() => void at(LATE))

  test.each([{ owed: 25 }, {}])('owes what its rider would lose, with %j', async decision => {
    expect(await calls.ridesInside(window)).toMatchObject({ body: [{ owed: 25, refund: 50 }] })
    await refundWith(decision)
    expect(debts()).toMatchObject([{ booking_id: ride, paise: 2500 }])
  })

  test('stays with another amount', async () => {
    await refundWith({ owed: 0 })
    expect([stateOf(ride), debts()]).toEqual(['confirmed', []])
  })
})

describe('a debt', () => {
  beforeEach(async () => {
    at(LATE)
    await calls.cancelAsAdmin(ride, 50, { owed: 25 })
  })

  test('is not paid with another amount, and another ride owes nothing', async () => {
    expect(await calls.payOwed(ride, 24)).toMatchObject({ detail: refundsText.compensationNotOwed, status: 409 })
    expect(await calls.payOwed('none', 25)).toMatchObject({ status: 404 })
    expect(debts()).toMatchObject([{ paid_at: null }])
  })
})
