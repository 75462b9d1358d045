import { gatewayAt, SECRETS } from '#tests/fakes/razorpay/keys.ts'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'
import { fetchWithRetry, startApp } from './app.ts'

// The Worker with the real payment gateway code. The provider is a local server that implements its protocol.

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

let razorpay: Razorpay | null = null

/** Like `startApp`, with an empty provider beside it, which also has one origin for all files of this process. */
export function startAppWithProvider(variables: () => Promise<Record<string, string>> = async () => ({})): void {
  startApp(async () => {
    razorpay ??= await startRazorpay(SECRETS)
    razorpay.reset()
    return { ...gatewayAt(razorpay.origin), ...(await variables()) }
  })
}

export function razorpayServer(): Razorpay {
  if (!razorpay) throw new Error('The provider has not started')
  return razorpay
}

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
export const deliverWebhooks = () => razorpayServer().bank.webhooks.flush(sendWebhook)
