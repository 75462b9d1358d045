import { expect, type Page, type Route } from 'playwright/test'
import { confirmPayment } from '#contract/payments/orders.ts'
import { dateText } from '#domain/time/india-time.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { chooseRide, dayFromToday, expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { type FaultServer, startFaultServer } from '#tests/helpers/servers/fault-server.ts'

// A faulty network between a real browser and the real Worker.

let faults: FaultServer
let uncaught: Error[]

test.beforeEach(async ({ page }) => {
  faults = await startFaultServer()
  uncaught = []
  page.on('pageerror', error => uncaught.push(error))
})
test.afterEach(async () => {
  await faults.close()
  expect(uncaught).toEqual([])
})

/** Sends the request to the fault server. */
const throughFaultServer = (route: Route) =>
  route.continue({ url: faults.origin + new URL(route.request().url()).pathname })

const isChecked = (page: Page, name: RegExp) => expect(page.getByRole('radio', { name })).toBeChecked()

test('a rider books over a network that fails at the calendar, at Book Now and after the payment', async ({
  context,
  page
}) => {
  const { scooter } = await setUpSignedInRider(page)
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 1, '10:00', '3 hours')
  const offlineNote = page.locator('[data-offline-note]', { hasText: appShellText.offline })

  await context.setOffline(true)
  await pressBookNow(page)
  await expectText(page, bookingText.bookingFailed)
  await expect(offlineNote).toBeVisible()
  await isChecked(page, /^3 hours/)
  await expect(page.getByRole('combobox', { name: commonText.startTime })).toContainText('10:00')

  // Our calendar does not load, so the native one is shown.
  await page.getByRole('button', { name: bookingText.moreDates }).click()
  const calendar = page.getByRole('dialog', { name: bookingText.chooseDate })
  await calendar.getByLabel(commonText.date).fill(dayFromToday(40))
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('radio', { name: dateText(dayFromToday(40)) })).toBeChecked()

  await context.setOffline(false)
  await expect(offlineNote).toBeHidden()
  await chooseRide(page, 1, '10:00', '3 hours')
  await pressBookNow(page)
  faults.fail(confirmPayment, { kind: 'offline' })
  await page.route('**/payment-success', throughFaultServer, { times: 2 })
  await payInSandbox(page)
  await page.waitForURL('/my-bookings')
  await expectText(page, paymentsText.paymentSucceeded)
  expect(faults.requestCount(confirmPayment)).toBe(2)
})
