import { gatewayAt, SECRETS } from '#tests/razorpay/keys.ts'
import { startRazorpay } from '#tests/razorpay/server.ts'
import { fetchWithRetry, startApp } from './app.ts'

// The Worker with the real payment gateway code. The provider is a local server that implements its protocol.

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

let razorpay: Razorpay

/** Like `startApp`, with the provider beside it. */
export function startAppWithProvider(variables: () => Promise<Record<string, string>> = async () => ({})): void {
  startApp(async () => {
    razorpay = await startRazorpay(SECRETS)
    return { ...gatewayAt(razorpay.origin), ...(await variables()) }
  })
}

export const razorpayServer = () => razorpay

/** Delivers a webhook request to the Worker. */
export async function sendWebhook(request: Request): Promise<Response> {
  const body = await request.arrayBuffer()
  return fetchWithRetry('/api/webhooks/razorpay', {
    body,
    headers: Object.fromEntries(request.headers),
    method: 'POST'
  })
}

/** Delivers all pending provider events, in order. */
export const deliverWebhooks = () => razorpay.bank.webhooks.flush(sendWebhook)
