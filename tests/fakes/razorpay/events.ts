import { type Dispute, newId, type Order, type Payment, type Refund } from './bank/entities.ts'
import { signatureOf } from './signing.ts'

export type EventName =
  | 'order.paid'
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.dispute.action_required'
  | 'payment.dispute.closed'
  | 'payment.dispute.created'
  | 'payment.dispute.lost'
  | 'payment.dispute.under_review'
  | 'payment.dispute.won'
  | 'payment.failed'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.processed'

export interface BankEvent {
  /** The x-razorpay-event-id header; a redelivery has the same id. */
  id: string
  event: EventName
  /** The exact text that is signed and sent. */
  body: string
}

/** The entities of an event, in the provider's order. */
export type Subjects = { dispute?: Dispute; order?: Order; payment?: Payment; refund?: Refund }

const ACCOUNT_ID = newId('acc')

/** Creates an event with a snapshot of its entities; later changes don't affect it. */
export function eventOf(event: EventName, subjects: Subjects, created_at: number): BankEvent {
  const payload = Object.fromEntries(Object.entries(subjects).map(([name, entity]) => [name, { entity }]))
  const contains = Object.keys(subjects)
  const envelope = { account_id: ACCOUNT_ID, contains, created_at, entity: 'event', event, payload }
  return { body: JSON.stringify(envelope), event, id: newId('evt').slice(4) }
}

export type Receiver = string | ((request: Request) => Promise<Response> | Response)

/** Differences from a genuine event, to test forged webhooks. */
export interface Forged {
  body?: string
  id?: string
  secret?: string
}

const ANSWER_WITHIN_MS = 5_000

export function deliver(to: Receiver, event: BankEvent, secret: string, forged: Forged = {}): Promise<Response> {
  const { body = event.body, id = event.id } = forged
  const request = new Request(typeof to === 'string' ? to : 'http://receiver.test/', {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Razorpay-Webhook/v1',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': signatureOf(body, forged.secret ?? secret)
    },
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS)
  })
  return typeof to === 'string' ? fetch(request) : Promise.resolve(to(request))
}
