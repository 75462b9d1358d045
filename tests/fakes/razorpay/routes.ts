import type { ServerResponse } from 'node:http'
import type { Attempt, Outcome } from './bank/attempts.ts'
import type { Bank } from './bank/bank.ts'
import { DISPUTE_OUTCOMES, DISPUTE_PHASES } from './bank/disputes.ts'
import { type Fields, isFields } from './checks.ts'
import { CALLS, FAULTS, type Faults, type ProviderRequest } from './faults.ts'
import { Refusal } from './refusal.ts'

// Control of the bank over HTTP, for the dialog in a browser or for tests in another process.

interface ControlContext {
  bank: Bank
  faults: Faults
  secrets: { key_id: string }
}

interface ControlRequest {
  body: Fields
  id: string
  query: Record<string, string>
}

type Answer = (context: ControlContext, request: ControlRequest) => unknown

const CONTROL_ROUTES: Record<string, Answer> = {
  'GET /bank/orders/{id}': openOrder,
  'POST /bank/orders/{id}/pay': pay,
  'POST /bank/payments/{id}/authorise': ({ bank }, { id }) => bank.authorise(id),
  'POST /bank/payments/{id}/capture': ({ bank }, { id }) => bank.capture(id),
  'POST /bank/payments/{id}/fail': ({ bank }, { id }) => bank.fail(id),
  'POST /bank/payments/{id}/refund': ({ bank }, { body, id }) => bank.refundInDashboard(id, numberIn(body, 'amount')),
  'POST /bank/payments/{id}/dispute': ({ bank }, { body, id }) =>
    bank.dispute(id, {
      amount: numberIn(body, 'amount'),
      hours: numberIn(body, 'hours'),
      phase: body.phase === undefined ? undefined : oneOf(DISPUTE_PHASES, body.phase)
    }),
  'POST /bank/disputes/{id}/contest': ({ bank }, { id }) => bank.contest(id),
  'POST /bank/disputes/{id}/request-evidence': ({ bank }, { id }) => bank.requestEvidence(id),
  'POST /bank/disputes/{id}/decide': ({ bank }, { body, id }) => bank.decide(id, oneOf(DISPUTE_OUTCOMES, body.outcome)),
  'POST /bank/refunds/{id}/fail': ({ bank }, { id }) => bank.failRefund(id),
  'POST /bank/refunds/{id}/process': ({ bank }, { id }) => bank.processRefund(id),
  'POST /bank/clock': ({ bank }, { body }) => bank.pass(numberIn(body, 'minutes') ?? 0),
  'PUT /bank/switches': ({ bank }, { body }) => {
    bank.balance_too_low = body.balance_too_low === true
    bank.refunds_at_once = body.refunds_at_once === true
  },
  'GET /bank/requests/{id}': ({ faults }, { id }) => faults.requestsOf(oneOf(CALLS, id)),
  'GET /bank/faults': ({ faults }) => ({ is_waiting: faults.isWaitedFor() }),
  'PUT /bank/faults': ({ faults }, { body }) =>
    faults.fail(oneOf(CALLS, body.call), oneOf(FAULTS, body.fault), numberIn(body, 'times')),
  'POST /bank/faults/clear': ({ faults }) => faults.clear(),
  'POST /bank/faults/release': ({ faults }) => faults.release(),
  'GET /bank/events': ({ bank }) => bank.events,
  'GET /bank/webhooks': ({ bank: { webhooks } }) => webhookState(webhooks),
  'PUT /bank/webhooks': ({ bank: { webhooks } }, { body }) => {
    webhooks.sendTo(typeof body.url === 'string' ? body.url : null)
  },
  'POST /bank/webhooks/{id}': arrangeWebhooks
}

/** The order as checkout requests it, with the key that its page received. */
function openOrder({ bank, secrets }: ControlContext, { id, query }: ControlRequest) {
  if (query.key !== secrets.key_id) throw new Refusal('The id provided does not exist')
  return bank.order(id)
}

const OUTCOMES: readonly Outcome[] = ['authorized', 'captured', 'created', 'failed']

/** The result for checkout: the three receipt fields, or the error for its listeners. */
function pay({ bank }: ControlContext, { body, id }: ControlRequest) {
  const options: Attempt = {
    amount: numberIn(body, 'amount'),
    currency: typeof body.currency === 'string' ? body.currency : undefined,
    outcome: oneOf(OUTCOMES, body.outcome ?? 'captured'),
    second: body.second === true
  }
  const receipt = bank.pay(id, options)
  const payment = bank.payment(receipt.razorpay_payment_id)
  if (payment.status !== 'failed') return receipt
  return {
    error: {
      code: payment.error_code,
      description: payment.error_description,
      metadata: { order_id: id, payment_id: payment.id },
      reason: payment.error_reason,
      source: payment.error_source,
      step: payment.error_step
    }
  }
}

function webhookState({ deliveries, pending }: Bank['webhooks']) {
  return { deliveries, pending: pending.map(({ event, id }) => ({ event, id })) }
}

const ARRANGED = ['drop', 'duplicate', 'flush', 'hold', 'release', 'shuffle'] as const

/** Responds only after all webhooks that it sends have been answered. */
async function arrangeWebhooks({ bank: { webhooks } }: ControlContext, { body, id }: ControlRequest) {
  const isSelected = ({ event }: { event: string }) => body.event === undefined || event === body.event
  const actions = {
    drop: () => webhooks.drop(isSelected),
    duplicate: () => webhooks.duplicate(isSelected),
    flush: () => webhooks.flush(),
    hold: () => webhooks.hold(),
    release: () => webhooks.release(),
    shuffle: () => webhooks.shuffle(numberIn(body, 'seed') ?? 1)
  }
  await actions[oneOf(ARRANGED, id)]()
  return webhookState(webhooks)
}

function numberIn(body: Fields, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'number') return value
  throw new Refusal(`${name} is no number`)
}

function oneOf<const Name extends string>(names: readonly Name[], text: unknown): Name {
  const name = names.find(known => known === text)
  if (name === undefined) throw new Refusal(`${text} is none of ${names.join(', ')}`)
  return name
}

const PATTERNS = Object.entries(CONTROL_ROUTES).map(([context, answer]) => ({
  answer,
  pattern: new RegExp(`^${context.replace('{id}', '([^/]+)')}$`)
}))

const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

function corsFor(origin: string | undefined): Record<string, string> {
  if (origin === undefined || !LOCAL.test(origin)) return { vary: 'origin' }
  return {
    'access-control-allow-headers': 'content-type',
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-origin': origin,
    vary: 'origin'
  }
}

export async function handleControlRequest(
  context: ControlContext,
  { body, headers, method, path, query }: ProviderRequest,
  response: ServerResponse
) {
  for (const [name, value] of Object.entries(corsFor(headers.origin))) response.setHeader(name, value)
  if (method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  for (const { answer, pattern } of PATTERNS) {
    const match = pattern.exec(`${method} ${path}`)
    if (!match) continue
    const answered = await answer(context, { body: isFields(body) ? body : {}, id: match[1] ?? '', query })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered ?? {}))
    return
  }
  throw new Refusal('There is no such path', { status: 404 })
}
