import { createHmac, timingSafeEqual } from 'node:crypto'

/** This backend's credentials at the card provider. The key id is also built into the site (site.env). */
export const PROVIDER_KEYS = {
  key_id: 'rzp_test_SecondBackend1',
  key_secret: 'the-second-backend-and-its-card-provider-share-this',
  webhook_secret: 'nobody-listens-to-its-events'
}

function signatureOf(order_id: string, payment_id: string): string {
  return createHmac('sha256', PROVIDER_KEYS.key_secret).update(`${order_id}|${payment_id}`).digest('hex')
}

export function isSigned(order_id: string, payment_id: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(order_id, payment_id))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Creates an order at the card provider; the amount is in paise. */
export async function orderOf(provider: string, amount: number): Promise<string> {
  const { key_id, key_secret } = PROVIDER_KEYS
  const reply = await fetch(`${provider}/v1/orders`, {
    body: JSON.stringify({ amount, currency: 'INR' }),
    headers: { authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}`, 'content-type': 'application/json' },
    method: 'POST'
  })
  if (!reply.ok) throw new Error(`The card provider answered ${reply.status}: ${await reply.text()}`)
  const { id } = (await reply.json()) as { id: string }
  return id
}
