import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import type { Dispute, Payment, Refund } from '#tests/razorpay/entities.ts'
import { clearThrottles } from '../world/house.ts'
import { bank, findBrokenInvariants } from '../world/world.ts'
import type { Account, Ride } from './account.ts'
import { paymentsOf } from './money.ts'

// Every possible event is a command. It changes the world, then the model checks everything.

export type Command = AsyncCommand<Account, object>

type Action<Subject> = (subject: Subject, account: Account) => Promise<void> | void

function command<Subject>(
  name: string,
  find: (account: Account) => Subject | undefined,
  action: Action<Subject>
): Command {
  return {
    check: account => find(account as Account) !== undefined,
    run: async account => {
      clearThrottles()
      await action(find(account) as Subject, account)
      account.watch()
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
  const ordered = ({ rides }: Account) =>
    rides.filter(ride => ride.order_id !== null) as (Ride & { order_id: string })[]
  return command(`${name} #${index}`, account => nth(ordered(account), index), action)
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
  const selected = ({ rides }: Account) =>
    rides.flatMap(ride =>
      paymentsOf(ride)
        .filter(isSelected)
        .map(payment => ({ payment, ride }) as Paid)
    )
  return command(`${name} #${index}`, account => nth(selected(account), index), action)
}

export function ofRefund(name: string, index: number, action: Action<Refund>): Command {
  const pending = ({ rides }: Account) =>
    rides
      .flatMap(paymentsOf)
      .flatMap(({ id }) => bank().refundsOf(id))
      .filter(({ status }) => status === 'pending')
  return command(`${name} #${index}`, account => nth(pending(account), index), action)
}

export function ofDispute(
  name: string,
  index: number,
  isSelected: (dispute: Dispute) => boolean,
  action: Action<Dispute>
): Command {
  return command(`${name} #${index}`, ({ disputes }) => nth(disputes.filter(isSelected), index), action)
}
