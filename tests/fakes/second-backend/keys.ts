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
