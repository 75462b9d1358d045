import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the card provider would have given this backend; the key id goes into the site's build. */
export const KEY_SECRET = 'the-second-backend-and-the-look-alike-checkout-share-this'

/** The provider's signature over a paid order. */
function signatureOf(order_id: string, payment_id: string): string {
  return createHmac('sha256', KEY_SECRET).update(`${order_id}|${payment_id}`).digest('hex')
}

export function isSigned(order_id: string, payment_id: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(order_id, payment_id))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
