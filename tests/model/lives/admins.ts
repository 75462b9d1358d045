import fc from 'fast-check'
import { expect } from 'vitest'
import * as calls from '../world/calls.ts'
import { isInHouse, isPropertyThere, PROPERTY, restorePlaces, SCOOTERS, type Scooter } from '../world/house.ts'
import { cron, pass } from '../world/world.ts'
import { always, ofPayment, ofRide } from './command.ts'
import { isUp } from './outages.ts'
import { expectFates } from './riders.ts'

// What admins do, and what time does.

const cancel = (index: number) =>
  ofRide('an admin cancels', index, async ({ amount, id, settling, standing }, account) => {
    const answer = await calls.cancelAsAdmin(id, standing === 'paid' ? amount : 0)
    if (!settling) expect(answer.status).toBe(standing === 'paid' || standing === 'held' ? 200 : 409)
    account.allow({ cancelled: id })
  })

const check = (index: number) =>
  ofRide('an admin asks the provider', index, async (ride, account) => {
    const answer = await calls.checkAsAdmin(ride.id)
    account.watch()
    if (isUp() && answer.isDone) expectFates(ride, account)
  })

const sendAgain = (index: number) =>
  ofPayment(
    'an admin sends again',
    index,
    () => true,
    async ({ payment: { amount, id } }, account) => {
      const { status } = await calls.sendRefundAgain(id, amount / 100)
      expect(status).toBe({ back: 409, review: 200, ride: 404 }[account.fateOf(id) ?? 'ride'])
      account.allow({ decided: id })
    }
  )

const close = (index: number) =>
  ofPayment(
    'an admin closes',
    index,
    ({ status }) => status === 'captured',
    async ({ payment: { amount, id } }, account) => {
      const { status } = await calls.closeRefundByHand(id, amount / 100)
      expect(status).toBe({ back: 409, review: 200, ride: 404 }[account.fateOf(id) ?? 'ride'])
      account.allow({ decided: id })
    }
  )

const remove = ({ id, what }: { id: Scooter; what: 'property' | 'scooter' }) =>
  always(`an admin deletes the ${what} of ${id}`, async (_, account) => {
    const isWhole = what === 'property'
    const isRidden = account.rides.some(
      ({ end, scooter, standing }) => standing === 'paid' && end > Date.now() && (isWhole || scooter === id)
    )
    const isGone = isWhole ? !isPropertyThere() : !isInHouse(id)
    const { status } = await calls.deleteAsAdmin(what, isWhole ? PROPERTY : id)
    const done = isRidden ? 409 : 200
    expect(status).toBe(isGone ? 404 : done)
    account.allow({ has_deleted: true })
  })

const restore = always('what was deleted is there again', restorePlaces)

const aMinute = always('a minute passes', async () => {
  pass(1)
  await cron()
})

const time = (minutes: number) => always(`${minutes} minutes pass`, () => pass(minutes))

const index = fc.nat(7)
const minute = fc.constant(aMinute)

const removal = fc.record({ id: fc.constantFrom(...SCOOTERS), what: fc.constantFrom('property', 'scooter') })

export const admins = [
  index.map(cancel),
  index.map(check),
  index.map(sendAgain),
  index.map(close),
  removal.map(remove),
  fc.constant(restore)
]

export const times = [
  minute,
  minute,
  minute,
  fc.integer({ max: 30, min: 1 }).map(time),
  fc.integer({ max: 6, min: 1 }).map(time)
]
