// What a page asks for before any of its scripts has come (layouts/first-calls.astro), by the address as a whole.

interface Begun {
  answer: Promise<Response>
  stop: AbortController
  token: string
}

/**
 * `fetch` for a call that the page has begun with this token: it gives that answer, once, and asks anew after that.
 * Undefined where the page has begun no such call.
 */
export function fetchBegun(address: string, token: string | undefined): typeof fetch | undefined {
  const { begun = {} } = globalThis as { begun?: Record<string, Begun> }
  const call = begun[address]
  if (!call || call.token !== token) return undefined
  delete begun[address]
  let is_given = false
  return (again, options) => {
    if (is_given) return fetch(again, options)
    is_given = true
    const { signal } = options ?? {}
    if (signal?.aborted) call.stop.abort()
    signal?.addEventListener('abort', () => call.stop.abort())
    return call.answer
  }
}
