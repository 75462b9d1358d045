import { createHmac } from 'node:crypto'

export function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
