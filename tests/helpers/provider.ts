import { startRazorpay } from '#tests/razorpay/server.ts'
import { heard, startApp } from './app.ts'

// The Worker on the card provider's protocol: the gateway is the real one, the provider a server of our own.

export const SECRETS = {
  key_id: 'rzp_test_1DP5mmOlF5G5ag',
  key_secret: 'thisissupersecret',
  webhook_secret: 'the-present-webhook-secret'
}
export const PREVIOUS_WEBHOOK_SECRET = 'the-webhook-secret-before'

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

let razorpay: Razorpay

/** As `startApp`, with the provider beside it. */
export function startAppWithProvider(): void {
  startApp(async () => {
    razorpay = await startRazorpay(SECRETS)
    return {
      PAYMENT_PROVIDER: 'razorpay',
      RAZORPAY_API_URL: razorpay.origin,
      RAZORPAY_KEY_ID: SECRETS.key_id,
      RAZORPAY_KEY_SECRET: SECRETS.key_secret,
      RAZORPAY_WEBHOOK_SECRET: SECRETS.webhook_secret,
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_WEBHOOK_SECRET
    }
  })
}

export const provider = () => razorpay

/** Where the provider sends its webhooks. */
export async function webhook(request: Request): Promise<Response> {
  const body = await request.arrayBuffer()
  return heard('/api/webhooks/razorpay', { body, headers: Object.fromEntries(request.headers), method: 'POST' })
}

/** Everything that has happened at the provider, told in turn. */
export const tellAll = () => razorpay.bank.webhooks.flush(webhook)
