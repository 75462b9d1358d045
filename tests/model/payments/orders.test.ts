import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ORDERING_SECONDS } from '#domain/constants.ts'
import { endTrouble, planTrouble } from '#tests/helpers/browser/steps.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { passTime } from '#tests/model/world/clock.ts'
import { STOPPED, troubled, undone } from '#tests/model/world/errors.ts'
import * as scenes from '#tests/model/world/scenes.ts'
import { bank, faults, keptBookings, newWorld, startWorld } from '#tests/model/world/world.ts'

// One booking, one order, however often and by whomever it is asked for (faults.md BK-06, PAY-20, PAY-21).

startWorld()
beforeEach(newWorld)

describe('the order of a hold', () => {
  test('is asked for by another request when the first does not come back', async () => {
    troubled(({ what }) => what.includes('SET order_id'), undone(STOPPED))
    await scenes.bookBy()
    endTrouble()
    expect(keptBookings()).toMatchObject([{ order_id: null, state: 'held' }])
    const order = await scenes.booked()
    expect(keptBookings()).toMatchObject([{ id: order.session_id, order_id: order.razorpay_order_id }])
  })

  test('stays what it is when a slower one is made after all', async () => {
    faults().fail('createOrder', 'slow', 1)
    const first = scenes.bookBy()
    await vi.waitFor(() => expect(faults().isWaitedFor()).toBe(true))
    passTime(1)
    const second = await scenes.booked()
    faults().release()
    const answer = await first
    expect(answer).toMatchObject({ body: { razorpay_order_id: second.razorpay_order_id } })
    expect(keptBookings()).toMatchObject([{ order_id: second.razorpay_order_id }])
    expect(bank().orders()).toHaveLength(2)
  })
  test('is asked for by one request at a time, each with ten seconds for it', async () => {
    faults().fail('createOrder', 'slow', 2)
    const first = scenes.bookBy()
    await vi.waitFor(() => expect(faults().asked('createOrder')).toHaveLength(1))
    passTime(ORDERING_SECONDS / 60)
    const second = scenes.bookBy()
    await vi.waitFor(() => expect(faults().asked('createOrder')).toHaveLength(2))
    const began = Date.now()
    const { razorpay_order_id } = await scenes.booked()
    expect(Date.now() - began).toBeGreaterThanOrEqual((ORDERING_SECONDS - 1) * 1000)
    faults().release()
    expect(await Promise.all([first, second])).toMatchObject([
      { body: { razorpay_order_id } },
      { body: { razorpay_order_id } }
    ])
  })

  test('is not asked for when it has come in the meantime', async () => {
    troubled(({ what }) => what.includes('SET order_id'), undone(STOPPED))
    await scenes.bookBy()
    passTime(1)
    planTrouble(({ what }) => {
      if (what.includes('SET ordering_until')) rows("UPDATE bookings SET order_id = 'order_1', ordering_until = NULL")
      return null
    })
    expect(await scenes.bookBy()).toMatchObject({ body: { razorpay_order_id: 'order_1' } })
    endTrouble()
    expect(faults().asked('createOrder')).toHaveLength(1)
  })
})
