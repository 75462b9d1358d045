import { ignoreFailure } from '#domain/kit/failures.ts'

// The two ways of a request that report what has been transferred.

/** Receives the uploaded fraction, from 0 to 1. */
export type OnProgress = (part: number) => void

/**
 * Aborts a request whose connection stands still for this long, however slow it is otherwise, or that nobody needs any
 * more (`unneeded`). Browsers have AbortSignal.any only since 2023 and 2024.
 */
export function abortWhenStill(ms: number, unneeded?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (unneeded?.aborted) abort()
  unneeded?.addEventListener('abort', abort)
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(abort, ms)
  return {
    /** Something was transferred. */
    moved: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = setTimeout(abort, ms)
    },
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    }
  }
}

/** A `fetch` that reports the bytes of the response received so far. */
export function downloadFetch(onReceived: (bytes: number) => void): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request)
    // Of a copy, because the browser's developer tools show no body that a script has piped.
    void ignoreFailure(countBytes(response.clone(), onReceived))
    return response
  }
}

async function countBytes({ body }: Response, onReceived: (bytes: number) => void): Promise<void> {
  const reader = body?.getReader()
  let bytes = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.byteLength
    onReceived(bytes)
  }
}

/** A `fetch` based on XMLHttpRequest, because only that reports the progress of an upload. */
export function uploadFetch(onProgress: OnProgress): typeof fetch {
  return (address, { body, headers, method = 'GET', signal } = {}) =>
    new Promise((resolve, reject) => {
      // A signal that has aborted already sends no event.
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, String(address))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(toResponse(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.filter(Boolean).map(line => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  return new Response(request.responseText || null, { headers, status: request.status })
}
