import fc from 'fast-check'
import type { Payment } from '#tests/fakes/razorpay/bank/entities.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceTime, bank, cron, storedRefunds } from '#tests/model/harness/harness.ts'
import { ofDispute, ofPayment, ofRefund } from './command.ts'
import { isClosed, isReadable } from './payments.ts'

// Refunds made in the provider's dashboard, and the results that banks report for refunds.

type Part = 'all' | 'half'

// The admin who has refunded a payment manually does not also refund it in the dashboard.
const isRefundable = (payment: Payment) => payment.status === 'captured' && isReadable(payment) && !isClosed(payment.id)

/** Half of the payment first, then the rest. */
function amountOf({ amount, amount_refunded }: Payment, part: Part): number {
  return part === 'half' && amount_refunded === 0 ? Math.floor(amount / 2) : amount - amount_refunded
}

interface ProviderRefund {
  index: number
  /** It is processed and reported at once. */
  isQuick: boolean
  part: Part
}

const refundAtProvider = ({ index, isQuick, part }: ProviderRefund) =>
  ofPayment(
    `refund ${part} in the dashboard${isQuick ? ', at once' : ''}`,
    index,
    isRefundable,
    async (paid, expected) => {
      const { id } = bank().refundInDashboard(paid.payment.id, amountOf(paid.payment, part))
      expected.dashboardRefunds.add(id)
      if (!isQuick) return
      bank().processRefund(id)
      await bank().webhooks.flush(calls.receiveWebhook)
    }
  )

const PASSING = { attempts: 12, minutes: 60 }

/** The server first finds the failure by its own request; the event arrives when the next refund is pending. */
const failAndSendAgain = (index: number) =>
  ofRefund(
    'a refund fails, is sent again, and the failure is told last',
    index,
    async ({ id, payment_id }, expected) => {
      if (expected.dashboardRefunds.has(id)) return
      const pending = bank().webhooks.pending.splice(0)
      bank().failRefund(id)
      const isInReview = () => storedRefunds().some(row => row.payment_id === payment_id && row.status === 'review')
      for (let left = PASSING.attempts; left > 0 && !isInReview(); left -= 1) {
        advanceTime(PASSING.minutes)
        await cron()
        expected.check()
      }
      await calls.sendRefundAgain(payment_id, bank().payment(payment_id).amount / 100)
      expected.allow({ decided: payment_id })
      expected.check()
      await cron()
      expected.check()
      await bank().webhooks.flush(calls.receiveWebhook)
      bank().webhooks.pending.push(...pending)
    }
  )

const dispute = ({ index, isQuick }: Omit<ProviderRefund, 'part'>) =>
  ofPayment(
    `the bank disputes${isQuick ? ', told at once' : ''}`,
    index,
    payment => payment.captured && isReadable(payment),
    async ({ payment }, expected) => {
      expected.disputes.push(bank().dispute(payment.id))
      if (isQuick) await bank().webhooks.flush(calls.receiveWebhook)
    }
  )

const STEPS = {
  answered: id => bank().contest(id),
  closed: id => bank().decide(id, 'closed'),
  lost: id => bank().decide(id, 'lost'),
  'not answered well enough': id => bank().requestEvidence(id),
  won: id => bank().decide(id, 'won')
} as const satisfies Record<string, (id: string) => void>

const FROM: Record<keyof typeof STEPS, readonly string[]> = {
  answered: ['open'],
  closed: ['open', 'under_review'],
  lost: ['open', 'under_review'],
  'not answered well enough': ['under_review'],
  won: ['open', 'under_review']
}

const decide = ({ index, step }: { index: number; step: keyof typeof STEPS }) =>
  ofDispute(
    `a dispute is ${step}`,
    index,
    ({ status }) => FROM[step].includes(status),
    ({ id }) => STEPS[step](id)
  )

const index = fc.nat(7)
const part = fc.constantFrom<Part>('all', 'half', 'half')
const step = fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]))

export const providerCommands = [
  fc.record({ index, isQuick: fc.boolean(), part }).map(refundAtProvider),
  index.map(failAndSendAgain),
  fc.record({ index, isQuick: fc.boolean() }).map(dispute),
  fc.record({ index, step }).map(decide),
  fc.record({ index, step }).map(decide)
]
