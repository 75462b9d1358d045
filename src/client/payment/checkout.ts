import { FALLBACK_PAYMENT_KEY } from '#client/http/config.ts'
import type { Order } from '#contract/bookings/bookings.ts'
import type { Receipt } from '#contract/payments/sandbox.ts'
import { API_TIMEOUT_MS } from '#domain/constants.ts'
import { gatewayUnavailable } from '#messages/booking.ts'
import { brand } from '#messages/common.ts'

/** What the provider's dialog is made with; the names are the provider's. */
export interface DialogOptions {
  amount: number
  config: { display: { language: string } }
  currency: string
  description: string
  handler: (receipt: Receipt) => void
  key: string
  modal: { backdropclose: boolean; confirm_close: boolean; ondismiss: () => void }
  name: string
  order_id: string
  prefill: { contact?: string; email?: string; name?: string }
  remember_customer: boolean
  retry: { enabled: boolean }
  theme: { color: string }
  timeout: number
}

export interface Refused {
  error: { description?: string }
}

export interface PaymentDialog {
  close: () => void
  on: (event: 'payment.failed', listener: (refused: Refused) => void) => void
  open: () => void
}

declare global {
  interface Window {
    Razorpay?: new (options: DialogOptions) => PaymentDialog
  }
}

export interface Payer {
  email: string
  name: string
  phone?: string | undefined
}

export interface CheckoutOptions {
  description: string
  onDismissed: () => void
  onPaid: (receipt: Receipt) => void
  /** The bank said no; the dialog stays open for another try. */
  onRefused: (reason: string | undefined) => void
  payer?: Payer | undefined
  timeout_seconds: number
}

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'
const SANDBOX_KEY = 'rzp_sandbox'
const LANGUAGE = 'en'
// Light green in both colour schemes: the provider's dialog is always light.
const THEME_COLOUR = '#0b7a46'

/** Opens the payment dialog on an order; throws the sentence to show when there is none to open. */
export async function openCheckout(order: Order, options: CheckoutOptions): Promise<void> {
  const key = order.razorpay_key || FALLBACK_PAYMENT_KEY
  if (!key) throw new Error(gatewayUnavailable)
  if (key.startsWith(SANDBOX_KEY)) await import('./sandbox-checkout.ts')
  else if (!window.Razorpay) await scriptLoaded()
  if (!window.Razorpay) throw new Error(gatewayUnavailable)

  const dialog = new window.Razorpay({
    amount: order.amount,
    config: { display: { language: LANGUAGE } },
    currency: order.currency,
    description: options.description,
    handler: once(options.onPaid),
    key,
    // A tap beside it does not give a payment up, and who closes it is asked.
    modal: { backdropclose: false, confirm_close: true, ondismiss: once(options.onDismissed) },
    name: brand,
    order_id: order.razorpay_order_id,
    prefill: prefillOf(options.payer),
    // A phone may be shared: no card is kept on it.
    remember_customer: false,
    retry: { enabled: true },
    theme: { color: THEME_COLOUR },
    timeout: options.timeout_seconds
  })
  dialog.on('payment.failed', ({ error }) => options.onRefused(error?.description))
  dialog.open()
}

function once<Args extends unknown[]>(task: (...args: Args) => void): (...args: Args) => void {
  let called = false
  return (...args) => {
    if (called) return
    called = true
    task(...args)
  }
}

function prefillOf(payer: Payer | undefined): DialogOptions['prefill'] {
  if (!payer) return {}
  const contact = contactOf(payer.phone ?? '')
  return { email: payer.email, name: payer.name, ...(contact && { contact }) }
}

/** Ten digits are an Indian number, whatever stands before them, unless another country is named. */
function contactOf(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return `+${digits}`
  return digits.length < 10 ? null : `+91${digits.slice(-10)}`
}

let loading: Promise<void> | null = null

/** Adds the provider's script once; one that brought no dialog is tried anew the next time. */
function scriptLoaded(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      loading = null
      reject(new Error(gatewayUnavailable))
    }
    const timer = setTimeout(fail, API_TIMEOUT_MS)
    // What a network with a page of its own answers loads well, too, and defines nothing.
    script.onload = script.onerror = () => {
      clearTimeout(timer)
      if (window.Razorpay) resolve()
      else fail()
    }
    script.src = SCRIPT
    document.head.append(script)
  })
  return loading
}
