import fc from 'fast-check'
import type { Outcome } from '#tests/fakes/razorpay/bank/attempts.ts'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import { bank } from '#tests/model/harness/harness.ts'
import { ofOrder, ofPayment, ofRefund, unconditional } from './command.ts'
import { isReadable } from './payments.ts'

// Actions of the banks and the provider, and the delivery of its events.

/** In paise, added to the amount of the order. */
const MISSING = { 'as ordered': 0, 'no whole paisa': 0.5, 'too little': 1 }
type Sum = keyof typeof MISSING

const pay = ({ index, outcome, sum }: { index: number; outcome: Outcome; sum: Sum }) =>
  ofOrder(`pay, ${outcome}, ${sum}`, index, ride => {
    bank().pay(ride.order_id, { amount: ride.amount * 100 - MISSING[sum], outcome, second: true })
  })

/** The provider corrects the amount that it reported wrongly. */
const correct = (index: number) =>
  ofPayment(
    'the amount is a whole one after all of',
    index,
    payment => !isReadable(payment) && payment.amount_refunded === 0,
    ({ payment, ride }) => {
      payment.amount = ride.amount * 100
    }
  )

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

const processRefund = (index: number) =>
  ofRefund('a refund is processed', index, ({ id }) => void bank().processRefund(id))

const failRefund = (index: number) => ofRefund('a refund fails', index, ({ id }) => void bank().failRefund(id))

const isOne = (index: number) => {
  const { pending } = bank().webhooks
  const chosen = pending[index % Math.max(1, pending.length)]
  return ({ id }: { id: string }) => id === chosen?.id
}

const drop = (index: number) => unconditional(`lose event #${index}`, () => bank().webhooks.drop(isOne(index)))

const duplicate = (index: number) =>
  unconditional(`double event #${index}`, () => bank().webhooks.duplicate(isOne(index)))

const shuffle = (seed: number) => unconditional(`shuffle the events by ${seed}`, () => bank().webhooks.shuffle(seed))

const flush = unconditional('the events arrive', () => bank().webhooks.flush(receiveWebhook))

const index = fc.nat(7)
const outcome = fc.constantFrom<Outcome>('captured', 'captured', 'captured', 'authorized', 'created', 'failed')
const sum = fc.oneof(
  { arbitrary: fc.constant<Sum>('as ordered'), weight: 8 },
  { arbitrary: fc.constantFrom<Sum>('no whole paisa', 'too little'), weight: 2 }
)

const paying = fc.record({ index, outcome, sum }).map(pay)

export const banks = [
  paying,
  paying,
  paying,
  index.map(authorise),
  index.map(fail),
  index.map(correct),
  index.map(processRefund),
  index.map(failRefund),
  index.map(drop),
  index.map(duplicate),
  fc.nat(99).map(shuffle),
  fc.constant(flush)
]
