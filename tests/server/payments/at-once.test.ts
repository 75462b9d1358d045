import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/time/time-units.ts'
import { cancelBookingAsAdmin } from '#server/bookings/admin/cancel-as-admin.ts'
import { cancelBooking } from '#server/bookings/cancel-booking.ts'
import { closeRefund, sendRefund } from '#server/payments/refunds/admin-refunds.ts'
import { settle } from '#server/payments/settle.ts'
import type { Rider } from '#server/sessions/actor.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { waitForWriters } from '#tests/helpers/db/gathered-d1.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  afterMinutes,
  holdScooter,
  paidAtBank,
  paidRide,
  providerRefunds,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

vi.mock('cloudflare:workers', () => import('#tests/helpers/db/gathered-d1.ts'))

setUpPaymentTests()

// All callers read the state before any of them writes.

const admin = setUpAdmin()

const call = () => ({ headers: new Headers(), isSecure: true, now: new Date(), responseHeaders: new Headers() })

const cancelling = ({ id }: { id: string }, amount: number) =>
  cancelBookingAsAdmin({ body: { amount }, params: { id } }, admin, call())

const activityOf = (subject: string) => sql<{ action: string }>('SELECT action FROM audits WHERE subject = ?', subject)

const TEN = Array.from({ length: 10 }, (_, index) => index)

describe('a booking or refund that was valid when it was read', () => {
  test('is cancelled once, logged once and refunded once when ten admins cancel it at once', async () => {
    const ride = await paidRide()
    waitForWriters(TEN.length)
    await Promise.all(TEN.map(() => cancelling(ride, 50)))
    expect([(await storedBooking(ride)).state, await activityOf(ride.id)]).toEqual([
      'cancelled',
      [{ action: 'cancel_booking' }]
    ])
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    expect([providerRefunds(ride).length, (await refundsOf(ride)).length]).toEqual([1, 1])
  })

  test('is either cancelled or confirmed when a hold is cancelled while its payment arrives', async () => {
    for (const _ of TEN) {
      const stay = await holdScooter()
      const { razorpay_payment_id: id } = paidAtBank(stay)
      const start_at = new Date(stay.start_time)
      const window = { end_at: new Date(start_at.getTime() + 3_600_000), start_at }
      waitForWriters(2)
      const [cancelled] = await Promise.allSettled([
        cancelling(stay, 0),
        settle({ booking: { id: stay.id, ...window }, now: new Date(), payment: { amount: 5000, currency: 'INR', id } })
      ])
      const isCancelled = cancelled.status === 'fulfilled'
      expect((await storedBooking(stay)).state).toBe(isCancelled ? 'cancelled' : 'confirmed')
      expect((await activityOf(stay.id)).length).toBe(isCancelled ? 1 : 0)
      expect((await refundsOf(stay)).length).toBe(isCancelled ? 1 : 0)
    }
  })

  test('is either confirmed or answered as cancelled when its rider cancels the hold while its payment arrives', async () => {
    for (const _ of TEN) {
      const stay = await holdScooter()
      const { razorpay_payment_id: id } = paidAtBank(stay)
      const start_at = new Date(stay.start_time)
      const window = { end_at: new Date(start_at.getTime() + 3_600_000), start_at }
      const { user_id } = await storedBooking(stay)
      waitForWriters(2)
      const [cancelled] = await Promise.allSettled([
        cancelBooking({ body: {}, params: { id: stay.id } }, { id: user_id } as Rider, call()),
        settle({ booking: { id: stay.id, ...window }, now: new Date(), payment: { amount: 5000, currency: 'INR', id } })
      ])
      const { state } = await storedBooking(stay)
      if (cancelled.status === 'rejected') expect(cancelled.reason).toMatchObject({ code: 'already_paid' })
      expect([cancelled.status, state === 'confirmed']).toEqual([cancelled.status, cancelled.status === 'rejected'])
    }
  })

  test('stays held when its rider cancels the hold while a payment begins to be confirmed', async () => {
    const stay = await holdScooter()
    const { user_id } = await storedBooking(stay)
    const now = new Date()
    waitForWriters(2)
    const [, cancelled] = await Promise.allSettled([
      markSettling(stay.id, new Date(now.getTime() + DAY_MS), now),
      cancelBooking({ body: {}, params: { id: stay.id } }, { id: user_id } as Rider, call())
    ])
    expect(await storedBooking(stay)).toMatchObject({ settling: 1, state: 'held' })
    expect(cancelled).toMatchObject({ reason: { code: 'payment_being_confirmed' }, status: 'rejected' })
  })

  test.each([
    ['sent', 0],
    ['closed', 1]
  ])(
    'is decided, logged and refunded once by ten simultaneous decisions, of which the first is %s',
    async (_, first) => {
      const ride = await paidRide()
      await cancelling(ride, 50)
      await sql("UPDATE refunds SET status = 'review' WHERE payment_id = ?", ride.payment_id)
      const params = { id: ride.payment_id }
      waitForWriters(TEN.length)
      const answers = await Promise.allSettled(
        TEN.map(index =>
          (index + first) % 2 === 0
            ? sendRefund({ body: { amount: 50 }, params }, admin, call())
            : closeRefund({ body: { amount: 50, note: `in cash, ${index}` }, params }, admin, call())
        )
      )
      const [entry, ...others] = await activityOf(ride.payment_id)
      expect(others).toEqual([])
      await afterMinutes(0)
      const [refund] = await refundsOf(ride)
      const wasSent = entry?.action === 'send_refund'
      expect([providerRefunds(ride).length, refund?.status]).toEqual(wasSent ? [1, 'sent'] : [0, 'processed'])
      // The second admin to mark it as refunded manually gets a refusal.
      const closers = answers.filter((_, index) => (index + first) % 2 === 1)
      expect(closers.filter(({ status }) => status === 'fulfilled')).toHaveLength(wasSent ? 0 : 1)
    }
  )
})
