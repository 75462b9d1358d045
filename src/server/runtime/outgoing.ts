import { ignoreFailure } from '#domain/kit/failures.ts'
import { DAY_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'

// What every call to a service outside of the Worker shares.

/**
 * 'accepted': a 2xx. 'refused': another status. 'unanswered': no response. `code` is for the log: 'http_503',
 * 'TimeoutError'. It never contains the URL, which can have a token.
 */
export type RequestResult =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; code: string; status: number }
  | { outcome: 'unanswered'; code: string }

/** Sends a request to an outside service. Redirects are not followed: another host would get the request. */
export function sendRequest(
  url: string,
  { timeoutMs, ...init }: Pick<RequestInit, 'body' | 'headers' | 'method'> & { timeoutMs: number }
): Promise<RequestResult> {
  const request = fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  return request.then(resultOf, (error: unknown) => ({
    code: error instanceof Error ? error.name : 'Error',
    outcome: 'unanswered' as const
  }))
}

async function resultOf(response: Response): Promise<RequestResult> {
  const { body, ok, status } = response
  if (body) await ignoreFailure(body.cancel())
  return ok ? { outcome: 'accepted' } : { code: `http_${status}`, outcome: 'refused', status }
}

export class TimeoutError extends Error {
  override message = 'No answer in time'
  override name = 'TimeoutError'
}

/** Resolves with the work, or rejects with a TimeoutError after `ms`. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

export const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** The pause that a service asks for, in seconds or until a date, at most a day; 0 if it names none. */
export function retryAfterSeconds({ headers }: Response, now: Date): number {
  const value = headers.get('retry-after') ?? ''
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - now.getTime()) / SECOND_MS : Number(value)
  return Math.min(DAY_SECONDS, Math.max(0, Math.ceil(seconds))) || 0
}

/** The parsed body; null if it is no JSON. The caller validates it, and null fits no schema. */
export async function jsonOrNull(message: Response): Promise<unknown> {
  return message.json().catch(() => null)
}

/**
 * 'busy': not done, and other calls would fail now too. 'rejected': not done, and a retry would fail too.
 * 'unknown_outcome': it may have been done. 'invalid_response': the response is invalid; other calls may work.
 */
type ProviderErrorKind = 'busy' | 'invalid_response' | 'rejected' | 'unknown_outcome'

/** The provider failed or refused a request. The message is the provider's, for logs and admins, never for riders. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind

  constructor(kind: ProviderErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
