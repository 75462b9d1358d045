import { PROVIDER_KEYS } from './keys.ts'

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
