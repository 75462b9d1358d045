import { FALLBACK_PAYMENT_KEY } from '#client/build-config.ts'
import { lazyPart } from '#client/device/lazy-part.ts'
import type { Order, PaymentReceipt } from '#contract/payments/orders.ts'
import { ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'
import { API_TIMEOUT_MS } from '#domain/constants.ts'
import { internationalPhone, isImplausibleEmail } from '#domain/riders/contact.ts'

/** Options of the provider's payment dialog; the names are the provider's. */
export interface DialogOptions {
  amount: number
  config: { display: { language: string } }
  currency: string
  description: string
  handler: (receipt: PaymentReceipt) => void
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

export interface PaymentFailure {
  error: { description?: string }
}

export interface PaymentDialog {
  close: () => void
  on: (event: 'payment.failed', listener: (failure: PaymentFailure) => void) => void
  open: () => void
}

declare global {
  interface Window {
    Razorpay?: new (options: DialogOptions) => PaymentDialog
  }
}

export interface CheckoutPrefill {
  email: string
  name: string
  phone?: string | undefined
}

interface CheckoutOptions {
  description: string
  onDismissed: () => void
  onPaid: (receipt: PaymentReceipt) => void
  /** The bank declined the payment; the dialog stays open for another attempt. */
  onDeclined: (reason: string | undefined) => void
  payer?: CheckoutPrefill | undefined
  timeoutSeconds: number
}

const CHECKOUT_SCRIPT_URL = 'https://checkout.razorpay.com/v1/checkout.js'
const SANDBOX_KEY_PREFIX = 'rzp_sandbox'
const sandbox = lazyPart(() => import('./sandbox-checkout.ts'))
const LANGUAGE = 'en'
/** For the log; the payment's store shows its own message. */
const NOT_LOADED = "The provider's script did not load"

/** Opens the payment dialog for an order and returns it. Rejects if the dialog is unavailable. */
export async function openCheckout(order: Order, options: CheckoutOptions): Promise<PaymentDialog> {
  const key = order.razorpay_key || FALLBACK_PAYMENT_KEY
  if (!key) throw new Error('The order has no payment key')
  if (key.startsWith(SANDBOX_KEY_PREFIX)) await sandbox.load()
  else if (!window.Razorpay) await loadScript()
  if (!window.Razorpay) throw new Error(NOT_LOADED)

  const dialog = new window.Razorpay({
    amount: order.amount,
    config: { display: { language: LANGUAGE } },
    currency: order.currency,
    description: options.description,
    handler: callOnce(options.onPaid),
    key,
    // A tap on the backdrop does not cancel the payment, and closing the dialog needs a confirmation.
    modal: { backdropclose: false, confirm_close: true, ondismiss: callOnce(options.onDismissed) },
    name: BRAND_NAME,
    order_id: order.razorpay_order_id,
    prefill: prefillOf(options.payer),
    // The phone may be shared, so no card is saved on it.
    remember_customer: false,
    retry: { enabled: true },
    // Also in dark mode, because the provider's dialog is always light.
    theme: { color: ACCENT_LIGHT },
    timeout: options.timeoutSeconds
  })
  dialog.on('payment.failed', ({ error }) => options.onDeclined(error?.description))
  dialog.open()
  return dialog
}

function callOnce<Args extends unknown[]>(task: (...args: Args) => void): (...args: Args) => void {
  let called = false
  return (...args) => {
    if (called) return
    called = true
    task(...args)
  }
}

/** What the provider would refuse is left out, so that it asks for it instead. */
function prefillOf(payer: CheckoutPrefill | undefined): DialogOptions['prefill'] {
  if (!payer) return {}
  const contact = internationalPhone(payer.phone ?? '')
  const email = isImplausibleEmail(payer.email) ? null : payer.email
  return { name: payer.name, ...(email && { email }), ...(contact && { contact }) }
}

let scriptPromise: Promise<void> | null = null

/** Loads the provider's script once. After a failure, the next call retries. */
function loadScript(): Promise<void> {
  scriptPromise ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      scriptPromise = null
      reject(new Error(NOT_LOADED))
    }
    const timer = setTimeout(fail, API_TIMEOUT_MS)
    // The page of a captive portal loads without an error, but does not define `Razorpay`.
    script.onload = script.onerror = () => {
      clearTimeout(timer)
      if (window.Razorpay) resolve()
      else fail()
    }
    script.src = CHECKOUT_SCRIPT_URL
    document.head.append(script)
  })
  return scriptPromise
}
