import { beforeEach, describe, expect, test } from 'vitest'
import { cancel, refundProcessed, settle, settleRefund } from '#server/settle.ts'
import { rows } from '#tests/helpers/local-d1.ts'
import { now } from './world/clock.ts'
import { ADMIN } from './world/house.ts'
import * as scenes from './world/scenes.ts'
import { broken, keptBookings, keptRefunds, newWorld, pass, startWorld } from './world/world.ts'

// What one payment does to its booking, and another does not (faults.md C1, PAY-12, PAY-16, PAY-24).

startWorld()
beforeEach(newWorld)

const paise = (id: string) => ({ amount: 5000, currency: 'INR', id })

async function held() {
  const { order } = await scenes.held()
  const [{ end_at = 0, id = '', start_at = 0 } = {}] = keptBookings()
  expect(id).toBe(order.session_id)
  return { end_at: new Date(end_at * 1000), id, start_at: new Date(start_at * 1000) }
}

describe('money that was given back before anybody knew of it', () => {
  test('takes nothing: the hold goes on, and the next payment has it', async () => {
    const booking = await held()
    await settleRefund(booking, { ...paise('pay_1'), refund_id: 'rfnd_1' }, now())
    expect(await settle(booking, paise('pay_1'), now())).toMatchObject({ state: 'held' })
    expect(await settle(booking, paise('pay_2'), now())).toMatchObject({ payment_id: 'pay_2', state: 'confirmed' })
    expect(keptRefunds()).toMatchObject([{ payment_id: 'pay_1', status: 'processed' }])
    expect(await broken()).toEqual([])
  })
})

describe('a booking that lost its slot and was paid twice', () => {
  test('is refunded when its own payment is back, not the other', async () => {
    const booking = await held()
    pass(16)
    await scenes.booked('r1')
    for (const id of ['pay_1', 'pay_2']) await settle(booking, paise(id), now())
    const booking_id = booking.id
    await refundProcessed({ booking_id, payment_id: 'pay_2', refund_id: 'rfnd_2' }, now())
    expect(keptBookings()[0]).toMatchObject({ payment_id: 'pay_1', state: 'refund_due' })
    await refundProcessed({ booking_id, payment_id: 'pay_1', refund_id: 'rfnd_1' }, now())
    expect(keptBookings()[0]).toMatchObject({ state: 'refunded' })
    expect(await broken()).toEqual([])
  })
})

describe('an admin’s word', () => {
  const by = { id: ADMIN }
  const everything = () => ['bookings', 'refunds', 'slot_claims', 'audits'].map(table => rows(`SELECT * FROM ${table}`))

  test('over a hold does nothing to what has been paid since', async () => {
    const booking = await held()
    await settle(booking, paise('pay_1'), now())
    const before = everything()
    expect(await cancel({ id: booking.id, isPaid: false }, by, now())).toBe(false)
    expect(everything()).toEqual(before)
  })

  test('over a hold does nothing when the hold has ended, to the second', async () => {
    const booking = await held()
    pass(15)
    const before = everything()
    expect(await cancel({ id: booking.id, isPaid: false }, by, now())).toBe(false)
    expect(everything()).toEqual(before)
  })

  test('over a paid ride does nothing to a hold', async () => {
    const booking = await held()
    const before = everything()
    expect(await cancel({ id: booking.id, isPaid: true }, by, now())).toBe(false)
    expect(everything()).toEqual(before)
  })
})
