import { gatewayAt, SECRETS } from '#tests/razorpay/keys.ts'
import { startRazorpay } from '#tests/razorpay/server.ts'
import { fetchWithRetry, startApp } from './app.ts'

// The Worker on the card provider's protocol: the gateway is the real one, the provider a server of our own.

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

let razorpay: Razorpay

/** As `startApp`, with the provider beside it. */
export function startAppWithProvider(): void {
  startApp(async () => {
    razorpay = await startRazorpay(SECRETS)
    return gatewayAt(razorpay.origin)
  })
}

export const razorpayServer = () => razorpay

/** Where the provider sends its webhooks. */
export async function sendWebhook(request: Request): Promise<Response> {
  const body = await request.arrayBuffer()
  return fetchWithRetry('/api/webhooks/razorpay', {
    body,
    headers: Object.fromEntries(request.headers),
    method: 'POST'
  })
}

/** Everything that has happened at the provider, told in turn. */
export const deliverWebhooks = () => razorpay.bank.webhooks.flush(sendWebhook)
