import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import { deletePastClaims } from '#server/slots/hold-deadlines.ts'
import type { Dispute, Payment, Refund } from '#tests/fakes/razorpay/bank/entities.ts'
import { now } from '#tests/model/harness/clock.ts'
import { bank, findBrokenInvariants } from '#tests/model/harness/harness.ts'
import { clearThrottles } from '#tests/model/harness/seed.ts'
import type { ExpectedState } from './expected-state.ts'
import { paymentsOf } from './payments.ts'
import type { Ride } from './ride.ts'

// Every possible event is a command. It changes the server or the provider, then the model checks everything.

export type Command = AsyncCommand<ExpectedState, object>

type Action<Subject> = (subject: Subject, expected: ExpectedState) => Promise<void> | void

function command<Subject>(
  name: string,
  find: (expected: ExpectedState) => Subject | undefined,
  action: Action<Subject>
): Command {
  return {
    check: expected => find(expected as ExpectedState) !== undefined,
    run: async expected => {
      clearThrottles()
      await action(find(expected) as Subject, expected)
      await deletePastClaims(now())
      expected.check()
      expect(await findBrokenInvariants()).toEqual([])
    },
    toString: () => name
  }
}

export const unconditional = (name: string, actions: Action<true>) => command(name, () => true as const, actions)

const nth = <Item>(items: readonly Item[], index: number) => items[index % Math.max(1, items.length)]

export function ofRide(name: string, index: number, action: Action<Ride>): Command {
  return command(`${name} #${index}`, ({ rides }) => nth(rides, index), action)
}

export function ofOrder(name: string, index: number, action: Action<Ride & { order_id: string }>): Command {
  const ordered = ({ rides }: ExpectedState) =>
    rides.filter(ride => ride.order_id !== null) as (Ride & { order_id: string })[]
  return command(`${name} #${index}`, expected => nth(ordered(expected), index), action)
}

export interface Paid {
  payment: Payment
  ride: Ride & { order_id: string }
}

export function ofPayment(
  name: string,
  index: number,
  isSelected: (payment: Payment) => boolean,
  action: Action<Paid>
): Command {
  const selected = ({ rides }: ExpectedState) =>
    rides.flatMap(ride =>
      paymentsOf(ride)
        .filter(isSelected)
        .map(payment => ({ payment, ride }) as Paid)
    )
  return command(`${name} #${index}`, expected => nth(selected(expected), index), action)
}

export function ofRefund(name: string, index: number, action: Action<Refund>): Command {
  const pending = ({ rides }: ExpectedState) =>
    rides
      .flatMap(paymentsOf)
      .flatMap(({ id }) => bank().refundsOf(id))
      .filter(({ status }) => status === 'pending')
  return command(`${name} #${index}`, expected => nth(pending(expected), index), action)
}

export function ofDispute(
  name: string,
  index: number,
  isSelected: (dispute: Dispute) => boolean,
  action: Action<Dispute>
): Command {
  return command(`${name} #${index}`, ({ disputes }) => nth(disputes.filter(isSelected), index), action)
}
