import { toNativeFormData } from '#tests/helpers/data/cross-realm-form.ts'

/** Identifies a request. The page's side sets it, so that a server can tell which requests it holds. */
export const REQUEST_NUMBER_HEADER = 'x-request-number'

interface Server {
  /** Whether the request with this number stays pending until the test or a timeout ends it. */
  isHolding: (number: string, hasStarted: boolean) => boolean
  origin: string
}

const realFetch = globalThis.fetch
let count = 0

/** A browser's fetch that sends every request to the server of the test and knows which ones are pending. */
export function createServerFetch(getServer: () => Server) {
  /** The pending requests by number, and whether their response has begun. */
  const pending = new Map<string, boolean>()
  let isClosed = false

  async function fetch(address: string, options: RequestInit = {}): Promise<Response> {
    const number = String(++count)
    const headers = new Headers(options.headers)
    headers.set(REQUEST_NUMBER_HEADER, number)
    pending.set(number, false)
    const close = () => void pending.delete(number)
    try {
      const body = options.body instanceof FormData ? await toNativeFormData(options.body) : options.body
      const url = new URL(address, getServer().origin)
      const response = await realFetch(url, { ...options, ...(body && { body }), headers })
      if (isClosed) return new Promise(() => undefined)
      pending.set(number, true)
      response.clone().arrayBuffer().then(close, close)
      return response
    } catch (error) {
      close()
      if (isClosed) return new Promise(() => undefined)
      throw error
    }
  }

  return {
    /** Leaves all requests without a response from now on, like a page that is gone. */
    close: () => {
      isClosed = true
      pending.clear()
    },
    fetch,
    hasPending: () => pending.size > 0,
    isPending: (number: string) => pending.has(number),
    /** Whether nothing moves on the network: the server holds every pending request. */
    isIdle: () => [...pending].every(([number, hasStarted]) => getServer().isHolding(number, hasStarted))
  }
}
