import { expect } from 'playwright/test'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { weekdayOf } from '#domain/time/india-time.ts'
import { tryAgain } from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as priceChange from '#messages/payments/payments.ts'
import { completePaymentLabel, holdExpired } from '#messages/payments/payments.ts'

import * as sandbox from '#messages/payments/sandbox.ts'
import {
  chooseRide,
  createOrder,
  dayFromToday,
  dayInStrip,
  expectText,
  payInSandbox,
  pressBookNow,
  sandboxDialog
} from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { disableSsrData, seedRiderSession, setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'

/** The number of days until the next such weekday, starting with tomorrow. */
const daysUntil = (weekday: string) =>
  [1, 2, 3, 4, 5, 6, 7].find(days => weekdayOf(dayFromToday(days)) === weekday) ?? 0

test('Book Now creates one paid booking after a press without a plan, a double press and a declined payment', async ({
  page
}) => {
  const { scooter } = await setUpSignedInRider(page)
  let orders = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/bookings/hourly')) orders += 1
  })
  await visit(page, `/booking/${scooter.id}`)
  await page.getByRole('combobox', { name: labels.startTime }).selectOption({ label: bookingTimes.chooseTime })
  await pressBookNow(page)
  await expectText(page, booking.choosePlanFirst)
  await chooseRide(page, 2, '10:00', '1 hour')
  await page.getByRole('button', { name: labels.bookNow }).dblclick()
  await sandboxDialog(page).getByRole('button', { name: sandbox.fail }).click()
  await expectText(page, sandbox.declined)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  await expectText(page, myBookings.scooterPin)
  expect(orders).toBe(1)
})

test('a plan replaces the durations on its own weekdays only', async ({ page }) => {
  await seedRiderSession(page, await signUpRider('sea-breeze'))
  await visit(page, '/booking/ola-s1-pro-s1')
  const plan = page.getByRole('radio', { name: /^Beach Day.*₹360/ })
  const duration = page.getByRole('radio', { name: /^12 hours/ })
  await dayInStrip(page, daysUntil('wednesday')).check()
  await expect(duration).toBeVisible()
  await expect(plan).toBeHidden()
  await dayInStrip(page, daysUntil('saturday')).check()
  await expect(plan).toBeVisible()
  await expect(duration).toBeHidden()
})

test('a price that differs from the one shown requires a confirmation before the payment dialog opens', async ({
  faultProxy,
  page
}) => {
  // The page shows the default rates when it cannot load the property's rates.
  faultProxy.fail(/\/pricing$/, 'cut')
  await seedRiderSession(page, await signUpRider('lakeview'))
  await disableSsrData(page)
  await visit(page, '/booking/ather-rizta-l1')
  await chooseRide(page, 12, '03:00', '1 hour')
  await pressBookNow(page)
  await expect(page.getByRole('alertdialog', { name: priceChange.priceChanged })).toContainText(rupeesText(50))
  await expect(sandboxDialog(page)).toBeHidden()
  await page.getByRole('button', { name: priceChange.payAmount(60) }).click()
  await expect(sandboxDialog(page)).toContainText(rupeesText(60))
})

test('plans that do not load are named above the durations, and load when the rider tries again', async ({
  faultProxy,
  page
}) => {
  await seedRiderSession(page, await signUpRider('sea-breeze'))
  await visit(page, '/booking/ola-s1-pro-s1')
  faultProxy.fail(/\/pricing-plans/, 'cut')
  await dayInStrip(page, daysUntil('saturday')).check()
  await expectText(page, booking.plansNotLoaded)
  await expect(page.getByRole('radio', { name: /^12 hours/ })).toBeVisible()
  faultProxy.restore()
  await page.getByRole('button', { name: tryAgain }).click()
  await expect(page.getByRole('radio', { name: /^Beach Day.*₹360/ })).toBeVisible()
  await expect(page.getByText(booking.plansNotLoaded)).toHaveCount(0)
})

test('resuming a payment after the hold has ended opens the form with the same ride', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await createOrder(page, rider.token, scooter.id, 3, '19:00')
  await visit(page, '/my-bookings')
  await expect(page.getByRole('timer')).toBeVisible()
  // A new booking on another device cancels the first hold.
  await createOrder(page, rider.token, scooter.id, 5, '10:00')
  await page.getByRole('button', { name: completePaymentLabel }).click()
  await expectText(page, holdExpired)
  await expect(dayInStrip(page, 3)).toBeChecked()
  await expect(page.getByRole('combobox', { name: labels.startTime })).toHaveValue('19:00')
  await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()
  await pressBookNow(page)
  await expect(sandboxDialog(page)).toBeVisible()
})
