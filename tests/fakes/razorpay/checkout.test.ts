// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { KEYS, ORDER } from '#tests/fakes/razorpay/requests.ts'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'

// The checkout script with the bank.

interface Dialog {
  on: (event: string, listener: (response: { error: object }) => void) => void
  open: () => void
}
type Checkout = new (options: object) => Dialog

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
beforeAll(async () => {
  razorpay = await startRazorpay(KEYS)
  const script = await (await fetch(`${razorpay.origin}/v1/checkout.js`)).text()
  new Function(script)()
})
afterAll(() => razorpay.close())

// jsdom does not implement dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => undefined
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const checkout = () => (window as unknown as { Razorpay: Checkout }).Razorpay

function opened(different: object = {}) {
  const { id } = razorpay.bank.createOrder(ORDER)
  const [failed, handler, ondismiss] = [vi.fn(), vi.fn(), vi.fn()]
  const { amount, currency } = ORDER
  const options = { amount, currency, handler, key: KEYS.key_id, modal: { ondismiss }, name: 'ScootStay', order_id: id }
  const dialog = new (checkout())({ ...options, ...different })
  dialog.on('payment.failed', failed)
  dialog.open()
  return { failed, handler, id, ondismiss }
}

const shown = () => document.querySelector('dialog')
function press(label: string): void {
  const buttons = [...document.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent === label)?.click()
}

test('Pay passes the receipt to the handler once and closes the dialog', async () => {
  const { handler, id, ondismiss } = opened()
  expect(shown()?.textContent).toContain(`INR 135 to ${KEYS.key_id}`)
  press('Pay')
  press('Pay')
  await vi.waitFor(() => expect(shown()).toBeNull())
  const [payment, ...more] = razorpay.bank.paymentsOf(id)
  expect(more).toEqual([])
  const payment_id = String(payment?.id)
  expect(handler).toHaveBeenCalledExactlyOnceWith({
    razorpay_order_id: id,
    razorpay_payment_id: payment_id,
    razorpay_signature: razorpay.bank.sign(id, payment_id)
  })
  expect(ondismiss).not.toHaveBeenCalled()
})

test.each([
  ['another amount', { amount: 13_400 }, 'different from your order amount'],
  ['another currency', { currency: 'USD' }, 'different from your order amount'],
  ['another key', { key: 'rzp_live_Other' }, 'does not exist'],
  ['an unknown order', { order_id: 'order_Unheard' }, 'does not exist']
])('with %s nothing is paid', async (_, different, description) => {
  const { failed, id } = opened(different)
  press('Pay')
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
  expect(failed.mock.lastCall?.[0].error.description).toContain(description)
  expect(razorpay.bank.paymentsOf(id)).toEqual([])
})

test('the dialog closes at its timeout', () => {
  vi.useFakeTimers()
  const { ondismiss } = opened({ timeout: 840 })
  vi.advanceTimersByTime(839_999)
  expect(ondismiss).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ondismiss).toHaveBeenCalledOnce()
  expect(shown()).toBeNull()
})

test.each(['amount', 'currency', 'handler', 'key', 'name', 'order_id'])(
  'the dialog cannot be created without %s',
  name => {
    expect(() => opened({ [name]: undefined })).toThrow(`Checkout needs ${name}`)
  }
)
