// A client of the provider's API, as a server uses it.

export const KEYS = { key_id: 'rzp_test_LookAlike', key_secret: 'of the look-alike', webhook_secret: 'of its events' }

export const ORDER = { amount: 13_500, currency: 'INR', receipt: 'b1' }

export function createClient(origin: string) {
  async function send(method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) {
    const authorization = `Basic ${btoa(`${KEYS.key_id}:${KEYS.key_secret}`)}`
    const reply = await fetch(`${origin}/v1/${path}`, {
      body: body && JSON.stringify(body),
      headers: { authorization, 'content-type': 'application/json', ...headers },
      method
    })
    return { body: await reply.json(), status: reply.status }
  }
  return {
    get: (path: string, headers = {}) => send('GET', path, undefined, headers),
    post: (path: string, body: object = {}, headers = {}) => send('POST', path, body, headers)
  }
}
