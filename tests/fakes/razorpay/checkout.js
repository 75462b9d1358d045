// Replaces https://checkout.razorpay.com/v1/checkout.js with the same documented class. Its buttons decide the bank's
// answer. The server that delivers this script fills in the bank's address.

const DOOR = '{BANK}/bank'
const REQUIRED = ['amount', 'currency', 'handler', 'key', 'name', 'order_id']
const UNREACHABLE = { code: 'SERVER_ERROR', description: 'The bank could not be reached', reason: 'server_error' }
const OTHER_MONEY =
  'Your payment amount is different from your order amount. To pay successfully, please try using right amount.'

// The real script injects these styles, so the page's CSP must allow them.
const SPINNER =
  '@keyframes rzp-rot{to{transform: rotate(360deg);}}@-webkit-keyframes rzp-rot{to{-webkit-transform: rotate(360deg);}}'
const PLACE = 'z-index: 1000000000'

/** The bank's response, or the provider's error if the bank is unreachable. */
async function ask(path, body) {
  const request = body && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    method: 'POST'
  }
  return fetch(`${DOOR}/${path}`, request)
    .then(reply => reply.json())
    .catch(() => ({ error: UNREACHABLE }))
}

window.Razorpay = class Razorpay {
  #dialog = document.createElement('dialog')
  #listeners = []
  #options
  #payButtons = []
  #refusal
  #timer

  constructor(options) {
    const missing = REQUIRED.filter(name => !options[name])
    if (missing.length > 0) throw new Error(`Checkout needs ${missing.join(', ')}`)
    if (!Number.isInteger(options.amount)) throw new Error('Checkout needs the amount in paise')
    if (typeof options.handler !== 'function') throw new Error('Checkout needs a function for its handler')
    this.#options = options
  }

  on(event, listener) {
    if (event === 'payment.failed') this.#listeners.push(listener)
  }

  open() {
    const { amount, currency, key, modal, timeout } = this.#options
    this.#dialog.setAttribute('aria-label', 'Card payment')
    this.#dialog.setAttribute('style', PLACE)
    const style = document.createElement('style')
    style.append(SPINNER)
    this.#dialog.append(style, `${currency} ${amount / 100} to ${key}`)
    this.#payButtons = [
      this.#button('Pay', () => this.#pay('captured')),
      this.#button('Decline', () => this.#pay('failed'))
    ]
    this.#button('Close', () => this.#dismiss())
    this.#dialog.addEventListener('cancel', event => {
      event.preventDefault()
      if (modal?.escape !== false) this.#dismiss()
    })
    document.body.append(this.#dialog)
    this.#dialog.showModal()
    if (timeout) this.#timer = setTimeout(() => this.#dismiss(), timeout * 1000)
    this.#refusal = this.#refusalOfOrder()
  }

  close() {
    clearTimeout(this.#timer)
    this.#dialog.remove()
  }

  #setPaying(isPaying) {
    for (const button of this.#payButtons) button.disabled = isPaying
  }

  #button(name, task) {
    const button = document.createElement('button')
    button.append(name)
    button.addEventListener('click', task)
    this.#dialog.append(button)
    return button
  }

  /** The provider compares the page's options with the order that the server created. */
  async #refusalOfOrder() {
    const { amount, currency, key, order_id } = this.#options
    const order = await ask(`orders/${order_id}?key=${encodeURIComponent(key)}`)
    if (order.error) return order.error
    if (order.amount === amount && order.currency === currency) return null
    return { code: 'BAD_REQUEST_ERROR', description: OTHER_MONEY, reason: 'input_validation_failed' }
  }

  /** Allows one attempt at a time: the buttons are disabled until the answer. A closed dialog ignores the answer. */
  async #pay(outcome) {
    this.#setPaying(true)
    const { handler, order_id } = this.#options
    const refusal = await this.#refusal
    const answer = refusal ? { error: refusal } : await ask(`orders/${order_id}/pay`, { outcome })
    this.#setPaying(false)
    if (!this.#dialog.isConnected) return
    if (answer.error) return this.#failed(answer.error)
    this.close()
    handler(answer)
  }

  /** Stays open for another attempt, unless the page disables retries. */
  #failed(error) {
    const { order_id, retry } = this.#options
    const known = { metadata: { order_id }, source: 'business', step: 'payment_initiation', ...error }
    this.#dialog.querySelector('[role=alert]')?.remove()
    const alert = document.createElement('p')
    alert.setAttribute('role', 'alert')
    alert.append(known.description)
    this.#dialog.append(alert)
    for (const listener of this.#listeners) listener({ error: known })
    if (retry?.enabled === false) this.#dismiss()
  }

  #dismiss() {
    if (!this.#dialog.isConnected) return
    this.close()
    this.#options.modal?.ondismiss?.()
  }
}
