import * as v from 'valibot'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { type ClientOutput, type Endpoint, errorBody, pathOf } from '#contract/kit/endpoint.ts'
import { type PaymentReceipt, paySandboxOrder } from '#contract/payments/orders.ts'

// Calls any backend and parses its responses with the contract.

const TIMEOUT_MS = 15_000

export interface Input {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, string>
  token?: string
}

export interface CallResult {
  /** Parsed JSON, or the text if it is not JSON; null for an empty body. */
  answer: unknown
  headers: Headers
  status: number
}

function toFormData(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

function parseResponse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const shown = (answer: unknown) => JSON.stringify(answer).slice(0, 200)

export const callLabel = ({ method, path }: Endpoint) => `${method} ${path}`

export class ConformanceCaller {
  readonly base: string
  readonly timeoutMs: number

  constructor(address: string, timeoutMs = TIMEOUT_MS) {
    this.timeoutMs = timeoutMs
    this.base = `${address.replace(/\/+$/, '')}/api`
  }

  /** Returns any response, without checks. */
  async request(endpoint: Endpoint, { body, params, query = {}, token }: Input = {}): Promise<CallResult> {
    const search = new URLSearchParams(query)
    const isForm = endpoint.encoding === 'form'
    const reply = await fetch(`${this.base}${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`, {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' })
      },
      method: endpoint.method,
      signal: AbortSignal.timeout(this.timeoutMs),
      ...(body && { body: isForm ? toFormData(body) : JSON.stringify(body) })
    })
    return { answer: parseResponse(await reply.text()), headers: reply.headers, status: reply.status }
  }

  /** Parses a success response; throws for any other one. */
  async call<E extends Endpoint>(endpoint: E, input: Input = {}): Promise<ClientOutput<E>> {
    const { answer, status } = await this.request(endpoint, input)
    if (status < 200 || status > 299) throw new Error(`${callLabel(endpoint)} returns ${status} ${shown(answer)}`)
    const { issues, output } = v.safeParse(endpoint.output, answer)
    if (!issues) return output
    const [{ message }] = issues
    throw new Error(`${callLabel(endpoint)} returns ${shown(answer)}: ${v.getDotPath(issues[0]) ?? 'it'}: ${message}`)
  }

  /** Expects a refusal with one of these statuses and a `detail`, which the screens show. */
  async refusal(
    endpoint: Endpoint,
    input: Input,
    statuses: readonly number[]
  ): Promise<CallResult & { detail: string }> {
    const reply = await this.request(endpoint, input)
    const { answer, status } = reply
    const isRefused = statuses.includes(status)
    if (!isRefused) throw new Error(`returns ${status} ${shown(answer)} instead of ${statuses.join(' or ')}`)
    const { issues, output } = v.safeParse(errorBody, answer)
    if (issues) throw new Error(`returns ${shown(answer)}, which has no detail`)
    return { ...reply, detail: typeof output.detail === 'string' ? output.detail : '' }
  }
}

const REASONS: Record<string, string> = {
  EAI_AGAIN: 'its name cannot be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'its name cannot be resolved',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time'
}

/** Returns null if a backend answers at all, whatever it says, else one sentence. */
export function unreachableReason(caller: ConformanceCaller): Promise<string | null> {
  return caller.request(listProperties).then(
    () => null,
    (error: unknown) => `Nobody answers at ${caller.base}: ${reasonOf(error)}.`
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'there was no response in time'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return ('code' in cause && REASONS[String(cause.code)]) || cause.message
}

/** Pays in the sandbox. A backend without it has no way to pay. */
export async function payInSandbox(
  caller: ConformanceCaller,
  order_id: string,
  token: string
): Promise<PaymentReceipt | null> {
  const payRequest = { body: { outcome: 'success' }, params: { order_id }, token }
  const { answer, status } = await caller.request(paySandboxOrder, payRequest)
  return status === 200 ? (answer as PaymentReceipt) : null
}
