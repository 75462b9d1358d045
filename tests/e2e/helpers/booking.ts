import { expect, type Page } from 'playwright/test'
import { firstBookableStart } from '#domain/bookings/start-times.ts'
import type { DurationChoice } from '#domain/catalogue/pricing.ts'
import { addDays, type Clock, clockText, dayNumber, dayOf, instantAt, monthShort } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { openApi } from '#tests/e2e/helpers/people.ts'

let today = dayOf(new Date())

/** Called when a test starts, which keeps its day if midnight passes. */
export function startDay(): void {
  today = dayOf(new Date())
}

/** The date `count` days after today in India. */
export const dayFromToday = (count: number) => addDays(today, count)

/** The next start, an hour ahead at most. The server takes it for some minutes more. Late in the evening, it is tomorrow. */
export const nextStart = () => firstBookableStart(new Date())

/** A day of the date strip, labelled with its weekday or 'Today'. */
export function dayInStrip(page: Page, days: number) {
  const day = dayFromToday(days)
  // An offer can name a day too: 'free until 6:30 am, Wed 25 Nov'.
  const strip = page.getByRole('radiogroup', { name: commonText.date })
  return strip.getByRole('radio', { name: new RegExp(` ${dayNumber(day)} ${monthShort(day)}( |$)`) })
}

/** Selects a day, a start time and an offer by the start of its name: '3 hours', 'Errand Run'. */
export async function chooseRide(page: Page, days: number, clock: Clock, offer: string): Promise<void> {
  await dayInStrip(page, days).check()
  await page.getByRole('combobox', { name: commonText.startTime }).selectOption({ label: clockText(clock) })
  await page.getByRole('radio', { name: new RegExp(`^${offer}`) }).check()
}

/**
 * Selects a ride on another date, and waits for that date's availability. A booking that is made after this is not in
 * the response, so it causes a conflict.
 */
export async function chooseRideWhenFree(page: Page, days: number, clock: Clock, offer: string): Promise<void> {
  const isAnswer = (address: string) => address.includes('/availability') && address.includes(dayFromToday(days))
  await Promise.all([page.waitForResponse(answer => isAnswer(answer.url())), chooseRide(page, days, clock, offer)])
}

export async function pressBookNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: commonText.bookNow }).click()
}

export const sandboxDialog = (page: Page) => page.getByRole('dialog', { name: paymentsText.sandboxTitle })

export async function payInSandbox(page: Page): Promise<void> {
  await sandboxDialog(page).getByRole('button', { name: paymentsText.sandboxPay }).click()
}

/** Expects a message in a toast or a note, wherever it is shown. */
export async function expectText(page: Page, sentence: string | RegExp): Promise<void> {
  await expect(page.getByText(sentence).first()).toBeVisible()
}

/** Creates an order through the API, like another device of the rider. */
export async function createOrder(
  token: string,
  scooter_id: string,
  ...[days, clock, duration_hours = 1]: [days: number, clock: Clock, hours?: DurationChoice]
) {
  const start_time = instantAt(dayFromToday(days), clock).toISOString()
  const api = await openApi(token)
  const reply = await api.post('/api/bookings/hourly', { data: { duration_hours, scooter_id, start_time } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as Order
}

/** Creates a paid ride through the API. Returns its id. */
export async function createPaidRide(
  token: string,
  scooter_id: string,
  ...ride: [days: number, clock: Clock, hours?: DurationChoice]
): Promise<string> {
  const order = await createOrder(token, scooter_id, ...ride)
  await payOrder(token, order)
  return order.session_id
}

/** Books a ride, reads its PIN and cancels it, so that the lock may need a new one. */
export async function readPinAndCancel(token: string, scooter_id: string): Promise<void> {
  const id = await createPaidRide(token, scooter_id, 2, '10:00')
  const api = await openApi(token)
  await api.get('/api/my-bookings')
  const cancelled = await api.post(`/api/bookings/${id}/cancel`, { data: { amount: 50 } })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
}

interface Order {
  /** Paise. */
  amount: number
  razorpay_order_id: string
  session_id: string
}

/** Pays an order through the API, like another device of the rider. */
export async function payOrder(token: string, { razorpay_order_id, session_id }: Order): Promise<void> {
  const api = await openApi(token)
  const paid = await api.post(`/api/sandbox/orders/${razorpay_order_id}/pay`, { data: { outcome: 'success' } })
  const receipt = (await paid.json()) as Record<string, string>
  const multipart = { ...receipt, session_id }
  expect((await api.post('/api/bookings/payment-success', { multipart })).ok()).toBe(true)
}
