import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import type { Dispute, Payment, Refund } from '#tests/razorpay/entities.ts'
import { clearThrottles } from '../world/house.ts'
import { bank, findBrokenInvariants } from '../world/world.ts'
import type { Account, Ride } from './account.ts'
import { paymentsOf } from './money.ts'

// Every possible event is a command. It changes the world, then the model checks everything.

export type Command = AsyncCommand<Account, object>

type Deeds<Subject> = (subject: Subject, account: Account) => Promise<void> | void

function command<Subject>(
  name: string,
  find: (account: Account) => Subject | undefined,
  deeds: Deeds<Subject>
): Command {
  return {
    check: account => find(account as Account) !== undefined,
    run: async account => {
      clearThrottles()
      await deeds(find(account) as Subject, account)
      account.watch()
      expect(await findBrokenInvariants()).toEqual([])
    },
    toString: () => name
  }
}

export const unconditional = (name: string, actions: Deeds<true>) => command(name, () => true as const, actions)

const nth = <Thing>(things: readonly Thing[], index: number) => things[index % Math.max(1, things.length)]

export function ofRide(name: string, index: number, deeds: Deeds<Ride>): Command {
  return command(`${name} #${index}`, ({ rides }) => nth(rides, index), deeds)
}

export function ofOrder(name: string, index: number, deeds: Deeds<Ride & { order_id: string }>): Command {
  const ordered = ({ rides }: Account) =>
    rides.filter(ride => ride.order_id !== null) as (Ride & { order_id: string })[]
  return command(`${name} #${index}`, account => nth(ordered(account), index), deeds)
}

export interface Paid {
  payment: Payment
  ride: Ride & { order_id: string }
}

export function ofPayment(
  name: string,
  index: number,
  isMeant: (payment: Payment) => boolean,
  deeds: Deeds<Paid>
): Command {
  const meant = ({ rides }: Account) =>
    rides.flatMap(ride =>
      paymentsOf(ride)
        .filter(isMeant)
        .map(payment => ({ payment, ride }) as Paid)
    )
  return command(`${name} #${index}`, account => nth(meant(account), index), deeds)
}

export function ofRefund(name: string, index: number, deeds: Deeds<Refund>): Command {
  const pending = ({ rides }: Account) =>
    rides
      .flatMap(paymentsOf)
      .flatMap(({ id }) => bank().refundsOf(id))
      .filter(({ status }) => status === 'pending')
  return command(`${name} #${index}`, account => nth(pending(account), index), deeds)
}

export function ofDispute(
  name: string,
  index: number,
  isMeant: (dispute: Dispute) => boolean,
  deeds: Deeds<Dispute>
): Command {
  return command(`${name} #${index}`, ({ disputes }) => nth(disputes.filter(isMeant), index), deeds)
}
