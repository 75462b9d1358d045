import { expect } from 'playwright/test'
import { dateText } from '#domain/time/india-time.ts'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'

import * as home from '#messages/home.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { paymentSucceeded } from '#messages/payments/payments.ts'
import { chooseRide, dayFromToday, expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  DEMO_RIDER,
  LICENCE_FILE,
  newEmail,
  signIn,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a new rider signs up, books an hour, pays and reads the PIN', async ({ page }) => {
  const { property, scooter } = await createPropertyWithScooter()
  await visit(page, '/')
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: auth.createAccount }).click()
  await page.getByLabel(account.fullName).fill('Asha Rao')
  await page.getByLabel(account.email).fill(newEmail())
  await page.getByLabel(account.phoneNumber).fill('+91 98450 12345')
  await page.getByLabel(account.dateOfBirth).fill('1998-02-28')
  await page.getByLabel(account.property).selectOption({ label: account.propertyOption(property) })
  await page.getByLabel(account.password, { exact: true }).fill('Rider@123')
  await page.getByLabel(auth.licencePhoto).setInputFiles(LICENCE_FILE)
  await page.getByRole('button', { name: auth.createAccount }).click()
  await expectText(page, auth.accountCreated)
  await expect(page).toHaveURL('/')

  await expect(page.getByRole('heading', { level: 1, name: property.name })).toBeVisible()
  await expectText(page, home.availableScooters(1))
  await page.getByRole('link', { name: labels.bookNow }).click()
  await expect(page).toHaveURL(`/booking/${scooter.id}`)
  await chooseRide(page, 2, '19:00', '1 hour')
  await expect(page.getByText(dateText(dayFromToday(2))).first()).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '8:00\u00a0pm' })).toBeVisible()
  await pressBookNow(page)
  await payInSandbox(page)

  await expect(page).toHaveURL('/my-bookings')
  await expectText(page, paymentSucceeded)
  const card = page.getByRole('article').filter({ hasText: scooter.name })
  await expect(card).toContainText(myBookings.scooterPin)
  await expect(card).toContainText(myBookings.readyForUse)
  await expect(card).toContainText(dateText(dayFromToday(2)))
  await expect(card).toContainText(/7:00\s*pm/)
  await expect(card).toContainText(/8:00\s*pm/)
  expect(await card.textContent()).toMatch(/\d{6}/)
})

test('the demo rider books a plan and sees bookings in every state', async ({ page }) => {
  await signIn(page, DEMO_RIDER)
  await expectText(page, auth.welcomeBack)
  await page.getByRole('link', { name: labels.bookNow }).first().click()
  await chooseRide(page, 9, '06:00', 'Quick Hop')
  await pressBookNow(page)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  await expect(page.getByRole('heading', { name: myBookings.currentAndUpcoming })).toBeVisible()
  await expect(page.getByRole('heading', { name: myBookings.pastBookings })).toBeVisible()
  for (const status of ['Active', 'Upcoming', 'Completed'])
    await expect(page.getByText(status, { exact: true }).first()).toBeVisible()
})
