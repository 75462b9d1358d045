interface OutgoingRequest extends Pick<RequestInit, 'body' | 'headers' | 'method'> {
  timeoutMs: number
}

/**
 * Sends a request to an outside service. Returns null after a 2xx, else why it failed: 'http_503', 'TimeoutError'. The
 * reason never contains the URL, which can have a token. Redirects are not followed, because another host would get the
 * request.
 */
export function sendRequest(url: string, { timeoutMs, ...init }: OutgoingRequest): Promise<string | null> {
  const request = fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  return request.then(failureOf, (error: unknown) => (error instanceof Error ? error.name : 'Error'))
}

async function failureOf(response: Response): Promise<string | null> {
  await response.body?.cancel()
  return response.ok ? null : `http_${response.status}`
}
