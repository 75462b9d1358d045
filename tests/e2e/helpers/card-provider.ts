import type { APIResponse, BrowserContext, Page, Route } from 'playwright/test'
import { checkoutPayingAt } from '../../fakes/razorpay/server.ts'

// The card provider for browser tests: the fake provider that runs next to the site answers its requests.

export const CHECKOUT_ADDRESS = 'https://checkout.razorpay.com/v1/checkout.js'
const BANK_ADDRESS = 'https://api.razorpay.com'
/** The dialog's requests to its bank. */
const BANK_ROUTES = `${BANK_ADDRESS}/bank/**`

/** Records the options of the last dialog. */
const RECORD_OPTIONS_SCRIPT = `
window.Razorpay = class extends window.Razorpay {
  constructor(options) {
    super(options)
    window.dialogOptions = JSON.parse(JSON.stringify(options))
  }
}`
const CHECKOUT = { body: checkoutPayingAt(BANK_ADDRESS) + RECORD_OPTIONS_SCRIPT, contentType: 'text/javascript' }

/** Forwards a request for the provider to the fake on this port. */
async function fetchFromProvider(route: Route, port: number): Promise<APIResponse> {
  const { pathname, search } = new URL(route.request().url())
  return route.fetch({ url: `http://127.0.0.1:${port}${pathname}${search}` })
}

/** Routes the provider's addresses of a browser context to the fake on this port. */
export async function routeCardProvider(context: BrowserContext, port: number): Promise<void> {
  await context.route(CHECKOUT_ADDRESS, route => route.fulfill(CHECKOUT))
  await context.route(BANK_ROUTES, async route => route.fulfill({ response: await fetchFromProvider(route, port) }))
}

/** Removes all routes at the end of a test, and ignores errors of pending requests. */
export const unrouteAll = (context: BrowserContext) => context.unrouteAll({ behavior: 'ignoreErrors' })

export const cardPayment = (page: Page) => page.getByRole('dialog', { name: 'Card payment' })

export async function pressInCardPayment(page: Page, button: 'Close' | 'Decline' | 'Pay'): Promise<void> {
  await cardPayment(page).getByRole('button', { name: button }).click()
}

/** The options of the page's last dialog, without functions. */
export function dialogOptions(page: Page): Promise<{ timeout?: number } | undefined> {
  return page.evaluate(() => (window as { dialogOptions?: { timeout?: number } }).dialogOptions)
}
