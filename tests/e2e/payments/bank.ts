import { type APIRequestContext, expect } from 'playwright/test'
import { BANK_PORT } from '../../ports.ts'
import type { Attempt } from '../../razorpay/attempts.ts'
import type { Receipt } from '../../razorpay/bank.ts'
import type { DisputeOutcome, DisputeRequest } from '../../razorpay/disputes.ts'
import type { Dispute, Refund } from '../../razorpay/entities.ts'
import type { BankEvent } from '../../razorpay/events.ts'
import type { Call, Fault } from '../../razorpay/faults.ts'
import { routeCardProvider, unrouteAll } from '../helpers/card-provider.ts'
import { baseURL } from '../helpers/people.ts'
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

/** Every time that the bank has told of a refund in this way. */
async function refundEvents(event: 'refund.created' | 'refund.processed', payment_id: string): Promise<Refund[]> {
  const events = await callBank<BankEvent[]>('GET', 'events')
  return events
    .filter(told => told.event === event)
    .map(({ body }) => JSON.parse(body).payload.refund.entity as Refund)
    .filter(refund => refund.payment_id === payment_id)
}

const bank = {
  /** From now on the provider fails at these calls, until it is mended. */
  breaks: async (fault: Fault, ...calls: Call[]) => {
    for (const call of calls) await callBank('PUT', 'faults', { call, fault })
  },
  /** The rider's bank takes a payment back. */
  disputes: (payment_id: string, asked: DisputeRequest) =>
    callBank<Dispute>('POST', `payments/${payment_id}/dispute`, asked),
  decides: ({ id }: Dispute, outcome: DisputeOutcome) => callBank('POST', `disputes/${id}/decide`, { outcome }),
  mends: () => callBank('POST', 'faults/mend'),
  pays: (order_id: string, asked: Attempt = {}) => callBank<Receipt>('POST', `orders/${order_id}/pay`, asked),
  processes: (refund: Refund | undefined) => callBank('POST', `refunds/${refund?.id}/process`),
  refundsOf: (payment_id: string) => refundEvents('refund.created', payment_id),
  /** Tells the Worker all that has happened, in turn, and waits for its answers. */
  tells: async () => {
    await callBank('PUT', 'webhooks', { url: `${baseURL()}/api/webhooks/razorpay` })
    const { pending } = await callBank<{ pending: unknown[] }>('POST', 'webhooks/flush')
    await callBank('PUT', 'webhooks', {})
    expect(pending).toEqual([])
  }
}

/** Well again, and with nothing to tell of the stories before. */
async function resetBank(): Promise<void> {
  await bank.mends()
  await callBank('PUT', 'webhooks', {})
  await callBank('POST', 'webhooks/drop')
}

/** Stories that are paid for at this bank; nothing is told by webhook unless a story says so. */
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

const SECOND_MS = 1000

/** What the platform calls every minute, and nobody locally, as if it were so much later. */
export async function cron(request: APIRequestContext, seconds = 0): Promise<void> {
  const time = Date.now() + seconds * SECOND_MS
  const reply = await request.get(`/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${time}`)
  expect(reply.ok(), await reply.text()).toBe(true)
}
