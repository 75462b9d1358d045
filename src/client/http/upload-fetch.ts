/** A `fetch` based on XMLHttpRequest, because only that reports upload progress. */
export function fetchWithProgress(onProgress: OnProgress): typeof fetch {
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

/** Receives the uploaded fraction, from 0 to 1. */
export type OnProgress = (part: number) => void
