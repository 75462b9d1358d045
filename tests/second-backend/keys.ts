import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the card provider has given this backend; the key id goes into the site's build too (site.env). */
export const PROVIDER_KEYS = {
  key_id: 'rzp_test_SecondBackend1',
  key_secret: 'the-second-backend-and-its-card-provider-share-this',
  webhook_secret: 'nobody-listens-to-its-events'
}

/** The provider's signature over a paid order. */
function signatureOf(order_id: string, payment_id: string): string {
  return createHmac('sha256', PROVIDER_KEYS.key_secret).update(`${order_id}|${payment_id}`).digest('hex')
}

export function isSigned(order_id: string, payment_id: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(order_id, payment_id))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
