import fc from 'fast-check'
import { expect } from 'vitest'
import * as calls from '../world/calls.ts'
import {
  isPropertyThere,
  isScooterActive,
  PROPERTY,
  restoreProperties,
  SCOOTERS,
  type Scooter
} from '../world/house.ts'
import { advanceTime, cron } from '../world/world.ts'
import { ofPayment, ofRide, unconditional } from './command.ts'
import { disputesAgainst, isOpen, isReadable, paymentsOf } from './money.ts'
import { isUp } from './outages.ts'
import { expectPaymentStates } from './riders.ts'

// Actions of admins, and the passing of time.

interface Deciding {
  index: number
  /** Whether the admin continues after reading that the payment is disputed. */
  isSure: boolean
}

/** The dispute shown to an admin who continues. A refusal for another reason is returned. */
function shown(payment_id: string | null, isSure: boolean) {
  const [dispute] = payment_id === null ? [] : disputesAgainst(payment_id)
  const despite = dispute && isSure ? { dispute_id: dispute.dispute_id, status: dispute.status } : undefined
  return { despite, status: dispute && !isSure ? 409 : 200 }
}

const cancel = ({ index, isSure }: Deciding) =>
  ofRide(`an admin${isSure ? ', who is sure,' : ''} cancels`, index, async (ride, account) => {
    const { amount, id, payment_id, settling, standing } = ride
    const { despite, status } = shown(standing === 'paid' ? payment_id : null, isSure)
    const answer = await calls.cancelAsAdmin(id, standing === 'paid' ? amount : 0, despite)
    if (!settling) expect(answer.status).toBe(standing === 'paid' || standing === 'held' ? status : 409)
    if (answer.isDone) account.allow({ cancelled: id })
  })

const check = (index: number) =>
  ofRide('an admin asks the provider', index, async (ride, account) => {
    const answer = await calls.checkAsAdmin(ride.id)
    account.watch()
    const hasUnreadable = !paymentsOf(ride).every(isReadable)
    if (isUp() && (answer.isDone || hasUnreadable)) expectPaymentStates(ride, account)
    const isWaiting = account.rides.some(({ id, settling }) => id === ride.id && settling)
    const isAwaited = paymentsOf(ride).some(payment => isOpen(payment, ride))
    if (isUp() && answer.isDone && isWaiting) expect(isAwaited, 'a hold waits for nobody').toBe(true)
  })

const DECISIONS = { closes: calls.closeRefundByHand, 'sends again': calls.sendRefundAgain }

const decide = ({ how, index, isSure }: Deciding & { how: keyof typeof DECISIONS }) =>
  ofPayment(
    `an admin${isSure ? ', who is sure,' : ''} ${how}`,
    index,
    payment => isReadable(payment) && (how === 'sends again' || payment.status === 'captured'),
    async ({ payment: { amount, id } }, account) => {
      const { despite, status: allowed } = shown(id, isSure)
      const { status } = await DECISIONS[how](id, amount / 100, despite)
      expect(status).toBe({ back: 409, review: allowed, ride: 404 }[account.fateOf(id) ?? 'ride'])
      if (status === 200) account.allow({ decided: id })
    }
  )

const remove = ({ id, what }: { id: Scooter; what: 'property' | 'scooter' }) =>
  unconditional(`an admin deletes the ${what} of ${id}`, async (_, account) => {
    const isWhole = what === 'property'
    const isRidden = account.rides.some(
      ({ end, scooter, standing }) => standing === 'paid' && end > Date.now() && (isWhole || scooter === id)
    )
    const isGone = isWhole ? !isPropertyThere() : !isScooterActive(id)
    const { status } = await calls.deleteAsAdmin(what, isWhole ? PROPERTY : id)
    const done = isRidden ? 409 : 200
    expect(status).toBe(isGone ? 404 : done)
    account.allow({ has_deleted: true })
  })

const restore = unconditional('what was deleted is there again', restoreProperties)

const aMinute = unconditional('a minute passes', async () => {
  advanceTime(1)
  await cron()
})

const time = (minutes: number) => unconditional(`${minutes} minutes pass`, () => advanceTime(minutes))

const index = fc.nat(7)
const isSure = fc.boolean()
const minute = fc.constant(aMinute)

const removal = fc.record({ id: fc.constantFrom(...SCOOTERS), what: fc.constantFrom('property', 'scooter') })

export const admins = [
  fc.record({ index, isSure }).map(cancel),
  index.map(check),
  fc.record({ how: fc.constant('sends again' as const), index, isSure }).map(decide),
  fc.record({ how: fc.constant('closes' as const), index, isSure }).map(decide),
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
