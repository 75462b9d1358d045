// Stands in for https://checkout.razorpay.com/v1/checkout.js: the documented class, in front of a bank that does as the
// buttons say. Whoever serves it puts the secret in.

const REQUIRED = ['amount', 'currency', 'handler', 'key', 'name', 'order_id']

async function signed(text) {
  const encoder = new TextEncoder()
  const algorithm = { hash: 'SHA-256', name: 'HMAC' }
  const key = await crypto.subtle.importKey('raw', encoder.encode('{KEY_SECRET}'), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

window.Razorpay = class Razorpay {
  #dialog = document.createElement('dialog')
  #listeners = []
  #options

  constructor(options) {
    const missing = REQUIRED.filter(name => !options[name])
    if (missing.length > 0) throw new Error(`Checkout needs ${missing.join(', ')}`)
    this.#options = options
  }

  on(event, listener) {
    if (event === 'payment.failed') this.#listeners.push(listener)
  }

  open() {
    const { amount, currency, key } = this.#options
    this.#dialog.setAttribute('aria-label', 'Card payment')
    this.#dialog.append(`${currency} ${amount / 100} to ${key}`)
    this.#button('Pay', () => this.#pay())
    this.#button('Decline', () => this.#decline())
    this.#button('Close', () => this.#dismiss())
    document.body.append(this.#dialog)
    this.#dialog.showModal()
  }

  close() {
    this.#dialog.remove()
  }

  #button(name, task) {
    const button = document.createElement('button')
    button.append(name)
    button.addEventListener('click', task)
    this.#dialog.append(button)
  }

  async #pay() {
    const { handler, order_id } = this.#options
    const razorpay_payment_id = `pay_${crypto.randomUUID().slice(0, 14)}`
    const razorpay_signature = await signed(`${order_id}|${razorpay_payment_id}`)
    this.close()
    handler({ razorpay_order_id: order_id, razorpay_payment_id, razorpay_signature })
  }

  #decline() {
    const error = { code: 'BAD_REQUEST_ERROR', description: 'Your bank has declined the payment', reason: 'declined' }
    for (const listener of this.#listeners) listener({ error })
  }

  #dismiss() {
    this.close()
    this.#options.modal?.ondismiss?.()
  }
}
