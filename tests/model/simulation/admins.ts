import fc from 'fast-check'
import { expect } from 'vitest'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import type { StoredRefund } from '#tests/helpers/data/stored-rows.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceTime, cronAfter, storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { lossOf } from '#tests/model/harness/loss.ts'
import {
  isPropertyOpen,
  isScooterActive,
  PROPERTY,
  restoreProperties,
  SCOOTERS,
  type Scooter,
  setNeedsLicence
} from '#tests/model/harness/seed.ts'
import { ofPayment, ofRide, unconditional } from './command.ts'
import { isUp } from './outages.ts'
import { disputesAgainst, isOpen, isReadable, paymentsOf, refundedPaise } from './payments.ts'
import { expectPaymentStates } from './riders.ts'

// Actions of admins, and the passing of time.

interface Cancelling extends Deciding {
  /** The rider has asked for it. */
  isAsked: boolean
}

interface Deciding {
  index: number
  /** Whether the admin continues after reading that the payment is disputed. */
  isSure: boolean
}

/** The dispute shown to an admin who continues. A refusal for another reason is returned. */
export function shown(payment_ids: readonly string[], isSure: boolean) {
  const [dispute] = disputesAgainst(...payment_ids)
  const despite = dispute && isSure ? { dispute_id: dispute.dispute_id, status: dispute.status } : undefined
  return { despite, status: dispute && !isSure ? 409 : 200 }
}

/** Without a reason, as this cancels. */
const hasBeenCancelledByAdmin = (id: string) =>
  storedBookings().some(
    row => row.id === id && row.state === 'cancelled' && row.cancelled_by === 'admin' && row.cancel_reason === null
  )

const cancel = ({ index, isAsked, isSure }: Cancelling) =>
  ofRide(
    `an admin${isSure ? ', who is sure,' : ''}${isAsked ? ' and asked for it,' : ''} cancels`,
    index,
    async (ride, expected) => {
      const { ride_id, id, settling, rideStatus } = ride
      const rows = rideStatus === 'paid' ? expected.paidRows(ride_id) : []
      const { despite, status } = shown(
        rows.flatMap(({ payment_id }) => payment_id ?? []),
        isSure
      )
      const loss = rideStatus === 'paid' ? lossOf(ride_id) : 0
      const left = rows.reduce((sum, { amount, payment_id }) => sum + amount - refundedPaise(payment_id) / 100, 0)
      // The answer to the first cancellation may have been lost, so a second one is answered the same.
      const isRepeated = hasBeenCancelledByAdmin(id)
      const agreed = isAsked ? { rider_asked: true as const } : { owed: loss / 100 }
      const answer = await calls.cancelAsAdmin(id, left, { ...agreed, ...(despite && { dispute: despite }) })
      const isCancellable = rideStatus === 'paid' || rideStatus === 'held'
      if (!settling) expect(answer.status).toBe(isRepeated ? 200 : isCancellable ? status : 409)
      if (answer.isDone && !isRepeated && !isAsked) expected.owe(ride_id, loss)
      if (answer.isDone) expected.allow({ cancelled: rideStatus === 'paid' ? ride_id : id })
    }
  )

const check = (index: number) =>
  ofRide('an admin asks the provider', index, async (ride, expected) => {
    const answer = await calls.checkAsAdmin(ride.id)
    expected.check()
    const hasUnreadable = !paymentsOf(ride).every(isReadable)
    if (isUp() && (answer.isDone || hasUnreadable)) expectPaymentStates(ride, expected)
    const isWaiting = expected.rides.some(({ id, settling }) => id === ride.id && settling)
    const isPending = paymentsOf(ride).some(payment => isOpen(payment, ride))
    if (isUp() && answer.isDone && isWaiting) expect(isPending, 'a hold waits without a pending payment').toBe(true)
  })

const DECISIONS = { closes: calls.closeRefundManually, 'sends again': calls.sendRefundAgain }

type Decision = keyof typeof DECISIONS

const outcomeOf = (refund: StoredRefund | undefined) =>
  refund ? (refund.status === 'review' ? 'review' : 'refunded') : 'ride'

/** The refund is in the state that the decision leads to, so the same decision is answered again. */
const isRepeated = (decision: Decision, { note, status }: StoredRefund) =>
  decision === 'closes'
    ? status === 'processed' && note === calls.MANUAL_REFUND_NOTE
    : status === 'due' || status === 'sent'

const decide = ({ decision, index, isSure }: Deciding & { decision: Decision }) =>
  ofPayment(
    `an admin${isSure ? ', who is sure,' : ''} ${decision}`,
    index,
    payment => isReadable(payment) && (decision === 'sends again' || payment.status === 'captured'),
    async ({ payment: { amount, id } }, expected) => {
      const { despite, status: allowed } = shown([id], isSure)
      const refund = storedRefunds().find(stored => stored.id === id)
      const { status } = await DECISIONS[decision](id, (refund?.paise ?? amount) / 100, despite)
      const refunded = refund && isRepeated(decision, refund) ? 200 : 409
      expect(status).toBe({ refunded, review: allowed, ride: 404 }[outcomeOf(refund)])
      if (status === 200) expected.allow({ decided: id })
    }
  )

/** What is owed is paid once, whoever presses. */
const payDebt = (index: number) =>
  unconditional(`an owner pays debt #${index}`, async (_, { debts }) => {
    const [ride, debt] = [...debts][index % Math.max(1, debts.size)] ?? []
    if (!(ride && debt)) return
    const note = `note ${index % 2}`
    const isRepeated = debt.note === note
    const { status } = await calls.payOwed(ride, debt.paise / 100, note)
    expect(status).toBe(debt.note === null || isRepeated ? 200 : 409)
    debt.note ??= note
  })

const remove = ({ id, kind }: { id: Scooter; kind: 'property' | 'scooter' }) =>
  unconditional(`an admin deletes the ${kind} of ${id}`, async (_, expected) => {
    const isWhole = kind === 'property'
    const isRidden = expected.rides.some(
      ({ end, scooter, rideStatus }) => rideStatus === 'paid' && end > Date.now() && (isWhole || scooter === id)
    )
    const isScooterDeleted = isWhole ? !isPropertyOpen() : !isScooterActive(id)
    const { status } = await calls.deleteAsAdmin(kind, isWhole ? PROPERTY : id)
    const done = isRidden ? 409 : 200
    expect(status).toBe(isScooterDeleted ? 404 : done)
    expected.allow({ hasDeleted: true })
  })

const restore = unconditional('what was deleted is there again', () => {
  restoreProperties()
  setNeedsLicence('s1', false)
})

const cronRun = unconditional('the cron runs a minute later', () => cronAfter(1))

const time = (minutes: number) => unconditional(`${minutes} minutes pass`, () => advanceTime(minutes))

const index = fc.nat(7)
const isSure = fc.boolean()
const minute = fc.constant(cronRun)

const removal = fc.record({ id: fc.constantFrom(...SCOOTERS), kind: fc.constantFrom('property', 'scooter') })

export const admins = [
  fc.record({ index, isAsked: fc.boolean(), isSure }).map(cancel),
  index.map(payDebt),
  index.map(check),
  fc.record({ decision: fc.constant('sends again' as const), index, isSure }).map(decide),
  fc.record({ decision: fc.constant('closes' as const), index, isSure }).map(decide),
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

/** Past claims leave after two. */
export const days = fc.integer({ max: 3, min: 1 }).map(count => time(count * DAY_MINUTES))
