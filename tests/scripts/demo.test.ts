import { describe, expect, test } from 'vitest'
import { cellsOf, overlaps } from '#domain/bookings/slots.ts'
import { addDays, addMinutes, dayOf } from '#domain/time/india-time.ts'
import { demoLedger } from '../../scripts/demo/ledger.ts'
import { pastMonths } from '../../scripts/demo/rides.ts'
import { seed } from '../../scripts/serve/seed.ts'
import type { Bindings } from '../../scripts/serve/state.ts'

// The demo can be seeded at any time, so it is checked at every half hour of a day.

const MONDAY = new Date('2026-06-15T00:07:31Z')
const moments = Array.from({ length: 48 }, (_, index) => addMinutes(MONDAY, index * 30))

type Ledger = ReturnType<typeof demoLedger>
type Booking = Ledger['bookings'][number]

const isLive = ({ state }: Booking) => state === 'confirmed' || state === 'held'
const window = ({ end_at, start_at }: Booking) => ({ end: end_at, start: start_at })
const clash = (one: Booking, other: Booking) => one !== other && overlaps(window(one), window(other))

function everyMoment(check: (ledger: Ledger, now: Date) => void): void {
  for (const now of moments) check(demoLedger(now, 'photo'), now)
}

describe('the demo', () => {
  test.each(['production', 'staging', undefined])('is never seeded into an environment %s', async ENVIRONMENT => {
    const touched: string[] = []
    const binding = <Name extends 'DB' | 'UPLOADS'>(name: Name) =>
      new Proxy({} as Bindings[Name], { get: () => touched.push(name) })
    const bindings = { DB: binding('DB'), ENVIRONMENT, UPLOADS: binding('UPLOADS') }
    await expect(seed(bindings, { pictures: [], rows: [] })).rejects.toThrow('for development only')
    expect(touched).toEqual([])
  })

  test('never books a scooter, or a rider, twice at once', () => {
    everyMoment(({ bookings }) => {
      const live = bookings.filter(isLive)
      const clashes = live.filter(one =>
        live.some(other => clash(one, other) && (one.scooter_id === other.scooter_id || one.user_id === other.user_id))
      )
      expect(clashes).toEqual([])
    })
  })

  test('has one claim for every half hour of a live booking, and no other claims', () => {
    everyMoment(({ bookings, slot_claims }) => {
      expect(new Set(slot_claims.map(({ cell, scooter_id }) => `${scooter_id} ${cell}`)).size).toBe(slot_claims.length)
      for (const { end_at, hold_until, id, start_at, state } of bookings) {
        const claims = slot_claims.filter(({ booking_id }) => booking_id === id)
        const { endCell, firstCell } = cellsOf({ end: end_at, start: start_at })
        expect(claims).toHaveLength(isLive({ state } as Booking) ? endCell - firstCell : 0)
        expect(claims.every(claim => claim.hold_until === hold_until)).toBe(true)
      }
    })
  })

  test('has no open refund: every payment is confirmed, or refunded once', () => {
    everyMoment(({ bookings, payments, refunds }) => {
      const captured = payments.filter(({ status }) => status === 'captured').map(({ booking_id }) => booking_id)
      const refunded = refunds.map(({ booking_id }) => booking_id)
      const inState = (state: Booking['state']) => bookings.filter(kept => kept.state === state).map(({ id }) => id)
      expect(captured.sort()).toEqual([...inState('confirmed'), ...inState('refunded'), ...inState('cancelled')].sort())
      expect(refunded.sort()).toEqual([...inState('refunded'), ...inState('cancelled')].sort())
    })
  })

  test('has the same payments and refunds as the sandbox, so that no check finds one missing', () => {
    everyMoment(({ payments, refunds, sandbox_payments, sandbox_refunds }) => {
      const refundsAt = (payment: string | null | undefined) =>
        sandbox_refunds.filter(({ payment_id }) => payment_id === payment).map(({ amount, id }) => ({ amount, id }))
      for (const { paise, payment_id, refund_id } of refunds)
        expect(refundsAt(payment_id)).toEqual([{ amount: paise, id: refund_id }])
      expect(sandbox_refunds).toHaveLength(refunds.length)
      // What was paid at the desk is not known there.
      const captured = payments.filter(({ id, status }) => status === 'captured' && id.startsWith('pay_'))
      expect(sandbox_payments.map(({ amount, id }) => ({ id, paise: amount }))).toEqual(
        captured.map(({ payment_id, paise }) => ({ id: payment_id, paise }))
      )
      for (const { amount, id, status } of sandbox_payments) {
        const isWhole = refundsAt(id).reduce((sum, refund) => sum + refund.amount, 0) === amount
        expect(status).toBe(isWhole ? 'refunded' : 'captured')
      }
    })
  })

  test('knows of what the sandbox has paid out, and of one more payment in the month before last', () => {
    everyMoment(({ payout_days, payouts, sandbox_payments, sandbox_refunds }, now) => {
      const due = [...sandbox_payments, ...sandbox_refunds].filter(
        ({ created_at }) => addDays(dayOf(created_at), 2) <= dayOf(now)
      )
      const [last, beforeLast] = pastMonths(now)
      const other = payouts.filter(({ entity_id }) => !due.some(({ id }) => id === entity_id))
      expect(payouts).toHaveLength(due.length + 1)
      expect(other.map(({ counted_at }) => dayOf(counted_at).slice(0, 7))).toEqual([beforeLast])
      for (const month of [last, beforeLast])
        expect(due.filter(({ created_at }) => dayOf(created_at).startsWith(month)).length).toBeGreaterThan(1)
      expect(payout_days.map(({ day }) => day)).toEqual(
        payout_days.map((_, index) => addDays(`${beforeLast}-01`, index))
      )
      expect(payout_days.at(-1)?.day).toBe(dayOf(now))
    })
  })
})
