import { expect, type Page, type Route } from 'playwright/test'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { listPropertyScooters } from '#contract/catalogue/scooters.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import { API_TIMEOUT_MS, ARRIVAL_REFRESH_MS } from '#domain/constants.ts'
import { dateText } from '#domain/time/india-time.ts'
import { password } from '#messages/account/account.ts'
import { email } from '#messages/account/account-fields.ts'
import { loginFailed, signIn as signInLabel } from '#messages/account/auth.ts'
import * as profile from '#messages/account/profile.ts'
import * as common from '#messages/app-shell.ts'
import * as text from '#messages/booking/booking.ts'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import * as home from '#messages/home.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'

import * as payments from '#messages/payments/payments.ts'
import { paymentSucceeded as paymentSucceededText } from '#messages/payments/payments.ts'

import {
  chooseRide,
  dayFromToday,
  expectText,
  payInSandbox,
  pressBookNow,
  sandboxDialog
} from '#tests/e2e/helpers/booking.ts'
import { disableSsrData, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
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

test.describe('without a network a rider', () => {
  test('keeps the selection at Book Now and books when the network returns', async ({ context, page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await visit(page, `/booking/${scooter.id}`)
    await chooseRide(page, 1, '10:00', '3 hours')
    await context.setOffline(true)
    await pressBookNow(page)
    await expectText(page, text.bookingFailed)
    await expectText(page, common.offline)
    await isChecked(page, /^3 hours/)
    await expect(page.getByRole('combobox', { name: labels.startTime })).toContainText('10:00')
    await context.setOffline(false)
    await pressBookNow(page)
    await payInSandbox(page)
    await page.waitForURL('/my-bookings')
    await expectText(page, paymentSucceededText)
  })

  test('selects a far date in the native calendar when our calendar does not load', async ({ context, page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await visit(page, `/booking/${scooter.id}`)
    await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: bookingTimes.moreDates }).click()
    const calendar = page.getByRole('dialog', { name: bookingTimes.chooseDate })
    await calendar.getByLabel(labels.date).fill(dayFromToday(40))
    await expect(calendar).toBeHidden()
    await expect(page.getByRole('radio', { name: dateText(dayFromToday(40)) })).toBeChecked()
  })

  test('keeps the changes to the profile and saves them when the network returns', async ({ context, page }) => {
    await setUpSignedInRider(page)
    await visit(page, '/profile')
    const name = page.getByLabel('Full Name')
    await name.fill('Asha R. Rao')
    await context.setOffline(true)
    await page.getByRole('button', { name: labels.save }).click()
    await expectText(page, profile.saveFailed)
    await expect(name).toHaveValue('Asha R. Rao')
    await context.setOffline(false)
    await page.getByRole('button', { name: labels.save }).click()
    await expectText(page, profile.saved)
  })

  test('keeps the input of the sign-in', async ({ context, page }) => {
    await visit(page, '/auth')
    await page.getByLabel(email).fill('asha@example.in')
    await page.getByLabel(password, { exact: true }).fill('Scoot@123')
    await context.setOffline(true)
    await page.getByRole('button', { name: signInLabel }).click()
    await expectText(page, loginFailed)
    await expect(page.getByLabel(email)).toHaveValue('asha@example.in')
    await expect(page.getByLabel(password, { exact: true })).toHaveValue('Scoot@123')
    await expect(page.getByRole('button', { name: signInLabel })).toBeEnabled()
  })
})

test.describe('a connection that breaks', () => {
  test('during one response is retried without an error', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await disableSsrData(page)
    faults.fail(listPropertyScooters, { kind: 'cut' })
    await page.route('**/scooters', throughFaultServer, { times: 1 })
    await visit(page, '/')
    await expectText(page, scooter.name)
    expect(faults.requestCount(listPropertyScooters)).toBe(1)
    await expect(page.getByText(home.loadFailed)).toHaveCount(0)
  })

  test('during every response shows an error, and the rider can retry', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await disableSsrData(page)
    faults.fail(listPropertyScooters, { kind: 'cut' })
    await page.route('**/scooters', throughFaultServer)
    await visit(page, '/')
    await expectText(page, home.loadFailed)
    await page.unroute('**/scooters')
    await page.getByRole('button', { name: common.tryAgain }).click()
    await expectText(page, scooter.name)
  })

  test('after the payment is retried until the booking is confirmed', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await visit(page, `/booking/${scooter.id}`)
    await chooseRide(page, 1, '10:00', '1 hour')
    await pressBookNow(page)
    faults.fail(confirmPayment, { kind: 'offline' })
    await page.route('**/payment-success', throughFaultServer, { times: 2 })
    await payInSandbox(page)
    await page.waitForURL('/my-bookings')
    await expectText(page, paymentSucceededText)
    expect(faults.requestCount(confirmPayment)).toBe(2)
  })

  test('after the payment and does not recover shows the error and the payment reference', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await visit(page, `/booking/${scooter.id}`)
    await chooseRide(page, 1, '10:00', '1 hour')
    await pressBookNow(page)
    await page.route('**/payment-success', route => route.abort('internetdisconnected'))
    await payInSandbox(page)
    await expectText(page, payments.verificationFailed)
    await expectText(page, /^Payment reference: pay_/)
    await expectText(page, payments.confirmingAmount('₹50'))
    await expect(page.getByRole('button', { name: labels.bookNow })).toHaveCount(0)
    await page.unroute('**/payment-success')
    await visit(page, '/my-bookings')
    await expectText(page, myBookings.confirmingPayment)
  })
})

test.describe('a response that never ends', () => {
  test('times out, and the rider can retry', async ({ page }) => {
    await setUpSignedInRider(page)
    await disableSsrData(page)
    await page.clock.install()
    faults.fail(listMyBookings, { kind: 'stalls' })
    await page.route('**/api/my-bookings*', throughFaultServer)
    await visit(page, '/my-bookings')
    await expectText(page, myBookings.loading)
    // The first request, and the refresh half a second after arriving.
    await page.clock.runFor(ARRIVAL_REFRESH_MS)
    await expect.poll(() => faults.requestCount(listMyBookings)).toBe(2)
    await page.clock.runFor(API_TIMEOUT_MS)
    await expectText(page, myBookings.loadFailed)
    await expect(page.getByText(myBookings.loading)).toHaveCount(0)
    await page.unroute('**/api/my-bookings*')
    await page.getByRole('button', { name: common.tryAgain }).click()
    await expectText(page, myBookings.emptyTitle)
  })
})

test.describe('a slow network', () => {
  test('shows the busy button and creates one order', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await visit(page, `/booking/${scooter.id}`)
    await chooseRide(page, 1, '10:00', '1 hour')
    let orders = 0
    page.on('request', request => {
      if (request.url().endsWith('/bookings/hourly')) orders += 1
    })
    const network = await page.context().newCDPSession(page)
    const slow3G = { downloadThroughput: 50_000, latency: 2000, offline: false, uploadThroughput: 50_000 }
    await network.send('Network.emulateNetworkConditions', slow3G)
    await pressBookNow(page)
    const busy = page.getByRole('button', { name: labels.processing })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    await expect(sandboxDialog(page)).toBeVisible()
    expect(orders).toBe(1)
  })
})
