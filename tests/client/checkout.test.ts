// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { API_TIMEOUT_MS } from '#domain/constants.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'

const order = {
  amount: 14_000,
  currency: 'INR',
  razorpay_key: 'rzp_live_key',
  razorpay_order_id: 'order_1',
  session_id: 's1'
}
const receipt = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'signed' }
const declined = { error: { description: 'declined', metadata: { order_id: 'order_1', payment_id: 'pay_0' } } }

function listeners() {
  return { description: 'Ather', onDismissed: vi.fn(), onPaid: vi.fn(), onDeclined: vi.fn(), timeoutSeconds: 840 }
}
async function checkout() {
  vi.resetModules()
  return import('#client/payment/checkout.ts')
}
const scripts = () => [...document.querySelectorAll('script')]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Razorpay', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
  document.body.replaceChildren()
})

describe("the provider's script", () => {
  test('is added once, and opens the dialog when it has loaded', async () => {
    const { openCheckout } = await checkout()
    const opening = [openCheckout(order, listeners()), openCheckout(order, listeners())]
    expect(scripts().map(({ src }) => src)).toEqual(['https://checkout.razorpay.com/v1/checkout.js'])
    const open = vi.fn()
    vi.stubGlobal(
      'Razorpay',
      class {
        on() {}
        open = open
      }
    )
    scripts()[0]?.dispatchEvent(new Event('load'))
    await Promise.all(opening)
    expect(open).toHaveBeenCalledTimes(2)
  })
  test.each([
    ['fails', () => scripts()[0]?.dispatchEvent(new Event('error'))],
    ['defines nothing', () => scripts()[0]?.dispatchEvent(new Event('load'))],
    ['never comes', () => vi.advanceTimersByTime(API_TIMEOUT_MS)]
  ])('fails with one message when it %s', async (_, happen) => {
    const { openCheckout } = await checkout()
    const opening = openCheckout(order, listeners())
    happen()
    await expect(opening).rejects.toThrow('did not load')
  })
  test.each([
    ['has failed', 'error'],
    ['has defined nothing', 'load']
  ])('is loaded again on the next call when it %s', async (_, event) => {
    const { openCheckout } = await checkout()
    const first = openCheckout(order, listeners())
    const [before] = scripts()
    before?.dispatchEvent(new Event(event))
    await expect(first).rejects.toThrow('did not load')
    void openCheckout(order, listeners()).catch(() => undefined)
    expect(scripts()).toHaveLength(1)
    expect(scripts()).not.toContain(before)
  })
  test('is not loaded without a key', async () => {
    const { openCheckout } = await checkout()
    await expect(openCheckout({ ...order, razorpay_key: null }, listeners())).rejects.toThrow('no payment key')
    expect(scripts()).toEqual([])
  })
})

/** What the provider's dialog gets of a rider. */
async function prefilled(payer: { email: string; name: string; phone?: string | undefined }) {
  const constructed = vi.fn()
  vi.stubGlobal(
    'Razorpay',
    class {
      constructor({ prefill }: { prefill: object }) {
        constructed(prefill)
      }
      on() {}
      open() {}
    }
  )
  const { openCheckout } = await checkout()
  await openCheckout(order, { ...listeners(), payer })
  return constructed.mock.calls[0]?.[0]
}

test.each([
  ['9845012345', '+919845012345'],
  ['+91 98450-12345', '+919845012345'],
  ['+91 098450 12345', '+919845012345'],
  ['(+91) 98450–12345 ext. 12', '+919845012345'],
  ['0091 98450 12345', '+919845012345'],
  ['91014 12345', '+919101412345'],
  ['\u202a+९१ ९८४५० १२३४५\u202c', '+919845012345'],
  ['+1 415 555 0100', '+14155550100'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+91 98450 1234', undefined],
  ['98450 12345 / 98450 54321', undefined],
  ['+98450+12345', undefined],
  ['44 20 7946 0958', undefined],
  ['+1234567890123456', undefined],
  [undefined, undefined]
])('prefills the phone number %s as %s', async (phone, contact) => {
  expect(await prefilled({ email: 'r@demo.test', name: 'Asha', phone })).toEqual({
    email: 'r@demo.test',
    name: 'Asha',
    ...(contact && { contact })
  })
})

test('prefills no address that the provider would refuse', async () => {
  expect(await prefilled({ email: 'asha@localhost', name: 'Asha' })).toEqual({ name: 'Asha' })
})

describe('the sandbox', () => {
  let reply: () => Promise<Response> | Response
  const json = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

  // jsdom does not implement dialogs, so this does what the sandbox needs of them.
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function show() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    vi.stubGlobal('fetch', async () => reply())
  })

  async function open() {
    const { openCheckout } = await checkout()
    const callbacks = listeners()
    await openCheckout({ ...order, razorpay_key: 'rzp_sandbox_demo' }, callbacks)
    const dialog = document.querySelector('dialog')
    const press = async (label: string) => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
      button?.click()
      await vi.advanceTimersByTimeAsync(10)
    }
    const answer = () => document.querySelector('[role=alert]')?.textContent
    return { answer, dialog, press, ...callbacks }
  }

  test('shows the amount in rupees', async () => {
    const { dialog } = await open()
    expect(dialog?.textContent).toContain('₹140')
    expect(dialog?.textContent).toContain('Ather')
    expect(scripts()).toEqual([])
  })
  test('reports the receipt and closes', async () => {
    reply = () => json(receipt)
    const { onDismissed, onPaid, press } = await open()
    await press(paymentsText.sandboxPay)
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(receipt)
    expect(document.querySelector('dialog')).toBeNull()
    await vi.advanceTimersByTimeAsync(900_000)
    expect(onDismissed).not.toHaveBeenCalled()
  })
  test('reports a declined payment and stays open for a retry', async () => {
    reply = () => json(declined)
    const { answer, onPaid, onDeclined, press } = await open()
    await press(paymentsText.sandboxFail)
    expect(onDeclined).toHaveBeenCalledExactlyOnceWith('declined')
    expect(answer()).toBe(paymentsText.sandboxDeclined)
    reply = () => json(receipt)
    await press(paymentsText.sandboxPay)
    expect(onPaid).toHaveBeenCalledOnce()
  })
  test('sends one request to the bank, however often Pay is pressed', async () => {
    const payRequests = vi.fn(() => new Promise<Response>(() => undefined))
    reply = payRequests
    const { press } = await open()
    await press(paymentsText.sandboxPay)
    await press(paymentsText.sandboxPay)
    expect(payRequests).toHaveBeenCalledOnce()
  })
  test.each([
    ['Close', (press: (label: string) => Promise<void>) => press(commonText.close)],
    [
      'Escape',
      async () => void document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
    ],
    ['the end of its time', () => vi.advanceTimersByTimeAsync(840_000)]
  ])('is dismissed once by %s', async (_, dismiss) => {
    const { onDismissed, press } = await open()
    await dismiss(press)
    await vi.advanceTimersByTimeAsync(840_000)
    expect(onDismissed).toHaveBeenCalledOnce()
    expect(document.querySelector('dialog')).toBeNull()
  })
})
