import fc from 'fast-check'
import type { Outcome } from '#tests/razorpay/attempts.ts'
import { takeDelivery } from '../world/calls.ts'
import { bank } from '../world/world.ts'
import { always, ofOrder, ofPayment, ofRefund } from './command.ts'

// What banks, the provider and its desk do; and its events, on their way to us.

const pay = ({ index, isWrong, outcome }: { index: number; isWrong: boolean; outcome: Outcome }) =>
  ofOrder(`pay, ${outcome}${isWrong ? ', too little' : ''}`, index, ride => {
    bank().pay(ride.order_id, { outcome, second: true, ...(isWrong && { amount: ride.amount * 100 - 1 }) })
  })

const authorise = (index: number) =>
  ofPayment(
    'the bank says yes, late, to',
    index,
    ({ status }) => status === 'created' || status === 'failed',
    ({ payment }) => {
      bank().authorise(payment.id)
    }
  )

const fail = (index: number) =>
  ofPayment(
    'the bank says no to',
    index,
    ({ status }) => status === 'created',
    ({ payment }) => {
      bank().fail(payment.id)
    }
  )

const giveBackAtTheDesk = (index: number) =>
  ofPayment(
    'give back at the desk',
    index,
    ({ status }) => status === 'captured',
    ({ payment }, account) => {
      // Whoever has given the money back by hand does not do it again.
      if (account.isClosed(payment.id)) return
      bank().refundInDashboard(payment.id)
    }
  )

const processRefund = (index: number) =>
  ofRefund('a refund is processed', index, ({ id }) => void bank().processRefund(id))

const failRefund = (index: number) => ofRefund('a refund fails', index, ({ id }) => void bank().failRefund(id))

const isOne = (index: number) => {
  const { pending } = bank().webhooks
  const chosen = pending[index % Math.max(1, pending.length)]
  return ({ id }: { id: string }) => id === chosen?.id
}

const drop = (index: number) => always(`lose event #${index}`, () => bank().webhooks.drop(isOne(index)))

const duplicate = (index: number) => always(`double event #${index}`, () => bank().webhooks.duplicate(isOne(index)))

const shuffle = (seed: number) => always(`shuffle the events by ${seed}`, () => bank().webhooks.shuffle(seed))

const flush = always('the events arrive', () => bank().webhooks.flush(takeDelivery))

const index = fc.nat(7)
const outcome = fc.constantFrom<Outcome>('captured', 'captured', 'captured', 'authorized', 'created', 'failed')
const isWrong = fc.integer({ max: 9, min: 0 }).map(drawn => drawn === 0)

const paying = fc.record({ index, isWrong, outcome }).map(pay)

export const banks = [
  paying,
  paying,
  paying,
  index.map(authorise),
  index.map(fail),
  index.map(giveBackAtTheDesk),
  index.map(processRefund),
  index.map(failRefund),
  index.map(drop),
  index.map(duplicate),
  fc.nat(99).map(shuffle),
  fc.constant(flush)
]
