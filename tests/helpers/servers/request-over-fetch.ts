/** An XMLHttpRequest with the parts that uploads use, on top of a `fetch` that the test controls. */
export function xhrOverFetch(fetchFromServer: (address: string, options: RequestInit) => Promise<Response>) {
  return class {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onabort?: () => void
    onerror?: () => void
    onload?: () => void
    responseText = ''
    status = 0
    readonly #deadline = new AbortController()
    readonly #headers = new Headers()
    #answered = new Headers()
    #method = ''
    #address = ''

    open(method: string, address: string) {
      this.#method = method
      this.#address = address
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders() {
      return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    abort() {
      this.#deadline.abort()
      this.onabort?.()
    }

    async send(body: FormData) {
      const options = { body, headers: this.#headers, method: this.#method, signal: this.#deadline.signal }
      try {
        const response = await fetchFromServer(this.#address, options)
        this.upload.onprogress?.({ loaded: 1, total: 1 })
        this.#answered = response.headers
        this.status = response.status
        this.responseText = await response.text()
        this.onload?.()
      } catch {
        this.onerror?.()
      }
    }
  }
}
