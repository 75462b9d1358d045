import { expect } from 'playwright/test'
import * as booking from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { completePaymentLabel, holdExpired } from '#messages/payments/payments.ts'
import * as sandbox from '#messages/payments/sandbox.ts'
import {
  chooseRide,
  createOrder,
  dayInStrip,
  expectText,
  payInSandbox,
  pressBookNow,
  sandboxDialog
} from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'

test('Book Now creates one paid booking after a press without a plan, a double press and a declined payment', async ({
  page
}) => {
  const { scooter } = await setUpSignedInRider(page)
  let orders = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/bookings/hourly')) orders += 1
  })
  await visit(page, `/booking/${scooter.id}`)
  await page.getByRole('combobox', { name: labels.startTime }).selectOption({ label: booking.chooseTime })
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
