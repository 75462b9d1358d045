import { expect } from 'playwright/test'
import { SECOND_MS } from '#domain/time/time-units.ts'
import type { Attempt } from '../../fakes/razorpay/bank/attempts.ts'
import type { Receipt } from '../../fakes/razorpay/bank/bank.ts'
import type { DisputeOutcome, DisputeRequest } from '../../fakes/razorpay/bank/disputes.ts'
import type { Dispute, Refund } from '../../fakes/razorpay/bank/entities.ts'
import type { BankEvent } from '../../fakes/razorpay/events.ts'
import type { Call, Fault } from '../../fakes/razorpay/faults.ts'
import { BANK_PORT, CRON_PATH } from '../../ports.ts'
import { routeCardProvider, unrouteAll } from '../helpers/card-provider.ts'
import { baseURL, openApi } from '../helpers/people.ts'
import { test as base } from '../helpers/test.ts'

// The bank behind the card provider, which runs beside the Worker (scripts/serve/serve-for-tests.ts).

async function callBank<Answer = unknown>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object
): Promise<Answer> {
  const address = `http://127.0.0.1:${BANK_PORT}/bank/${path}`
  const reply = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true)
  return (await reply.json()) as Answer
}

/** The refunds of a payment in all events of this type. */
async function refundEvents(event: 'refund.created' | 'refund.processed', payment_id: string): Promise<Refund[]> {
  const events = await callBank<BankEvent[]>('GET', 'events')
  return events
    .filter(sent => sent.event === event)
    .map(({ body }) => JSON.parse(body).payload.refund.entity as Refund)
    .filter(refund => refund.payment_id === payment_id)
}

const bank = {
  /** The provider fails at these calls from now on, until `mends`. */
  failCalls: async (fault: Fault, ...calls: Call[]) => {
    for (const call of calls) await callBank('PUT', 'faults', { call, fault })
  },
  /** The rider's bank disputes a payment. */
  openDispute: (payment_id: string, options: DisputeRequest) =>
    callBank<Dispute>('POST', `payments/${payment_id}/dispute`, options),
  decideDispute: ({ id }: Dispute, outcome: DisputeOutcome) => callBank('POST', `disputes/${id}/decide`, { outcome }),
  clearFaults: () => callBank('POST', 'faults/clear'),
  pay: (order_id: string, options: Attempt = {}) => callBank<Receipt>('POST', `orders/${order_id}/pay`, options),
  processRefund: (refund: Refund | undefined) => callBank('POST', `refunds/${refund?.id}/process`),
  refundsOf: (payment_id: string) => refundEvents('refund.created', payment_id),
  /** Delivers all pending webhooks to the Worker and waits for its responses. */
  deliverWebhooks: async () => {
    await callBank('PUT', 'webhooks', { url: `${baseURL()}/api/webhooks/razorpay` })
    const { pending } = await callBank<{ pending: unknown[] }>('POST', 'webhooks/flush')
    await callBank('PUT', 'webhooks', {})
    expect(pending).toEqual([])
  }
}

/** Removes faults and pending webhooks of earlier tests. */
async function resetBank(): Promise<void> {
  await bank.clearFaults()
  await callBank('PUT', 'webhooks', {})
  await callBank('POST', 'webhooks/drop')
}

/** Tests that pay at this bank. No webhook is delivered unless a test does so. */
export const test = base.extend<{ bank: typeof bank }>({
  bank: [
    async ({ browserName: _ }, use) => {
      await resetBank()
      await use(bank)
      await resetBank()
    },
    { auto: true }
  ],
  context: async ({ context }, use) => {
    await routeCardProvider(context, BANK_PORT)
    await use(context)
    await unrouteAll(context)
  }
})

/** Runs the cron as if this many seconds had passed. */
export async function cron(seconds = 0): Promise<void> {
  const time = Date.now() + seconds * SECOND_MS
  const reply = await (await openApi()).get(`${CRON_PATH}&time=${time}`)
  expect(reply.ok(), await reply.text()).toBe(true)
}
