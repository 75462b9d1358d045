import { ignoreFailure } from '#domain/kit/ignore-failure.ts'

interface OutgoingRequest extends Pick<RequestInit, 'body' | 'headers' | 'method'> {
  timeoutMs: number
}

/**
 * 'accepted': a 2xx. 'refused': another status. 'unanswered': no response. `code` is for the log: 'http_503',
 * 'TimeoutError'. It never contains the URL, which can have a token.
 */
export type RequestResult =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; code: string; status: number }
  | { outcome: 'unanswered'; code: string }

/** Sends a request to an outside service. Redirects are not followed: another host would get the request. */
export function sendRequest(url: string, { timeoutMs, ...init }: OutgoingRequest): Promise<RequestResult> {
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
