import { expect, type Page } from 'playwright/test'
import * as passwords from '#messages/account/account.ts'
import * as fields from '#messages/account/account-fields.ts'
import * as auth from '#messages/account/auth.ts'
import * as adminSignIn from '#messages/admin/sign-in.ts'
import { tooManyRequests } from '#messages/api-errors.ts'
import * as uploadsText from '#messages/uploads.ts'
import { chooseRide, expectText, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { RETRY_AFTER_SECONDS, test } from '#tests/e2e/helpers/fault-proxy.ts'
import {
  createPropertyWithScooter,
  newEmail,
  setUpSignedInRider,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { choosePhoto, fillSignUp, submitSignUp } from '#tests/e2e/helpers/sign-up.ts'

// When a request limit is reached, the screen shows the waiting time and keeps the input.

const WAIT = /^Too many attempts\. Please try again in \d+ seconds\.$/
const GUESSES = 5

const passwordField = (page: Page) => page.getByLabel(passwords.password, { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: auth.signIn })

test('a locked sign-in shows the waiting time, even for the correct password, and keeps the input', async ({
  page
}) => {
  const rider = await signUpRider((await createPropertyWithScooter()).property.id)
  await visit(page, '/auth')
  await page.getByLabel(fields.email).fill(rider.email)
  for (let guess = 1; guess <= GUESSES; guess += 1) {
    await passwordField(page).fill(`Wrong@12${guess}`)
    const [answer] = await Promise.all([page.waitForResponse(/\/auth\/signin$/), signInButton(page).click()])
    expect(answer.status()).toBe(401)
    await expect(signInButton(page)).toBeEnabled()
  }
  await passwordField(page).fill(rider.password)
  await signInButton(page).click()
  await expect(page.locator('form').getByText(WAIT)).toBeVisible()
  await expect(page.locator('.toast-region').getByText(WAIT)).toBeVisible()
  await expect(page.getByLabel(fields.email)).toHaveValue(rider.email)
  await expect(passwordField(page)).toHaveValue(rider.password)
  await expect(page).toHaveURL('/auth')
})

test('a locked portal sign-in shows the waiting time in its alert, even for an unknown email', async ({ page }) => {
  const email = newEmail()
  await visit(page, '/admin/auth')
  await page.getByLabel(adminSignIn.adminEmail).fill(email)
  await passwordField(page).fill('Wrong@123')
  for (let guess = 1; guess <= GUESSES; guess += 1) {
    await signInButton(page).click()
    const alert = page.getByRole('alertdialog', { name: auth.wrongCredentials })
    await alert.getByRole('button', { name: adminSignIn.ok }).click()
    await expect(alert).toBeHidden()
  }
  await signInButton(page).click()
  await page.getByRole('alertdialog', { name: WAIT }).getByRole('button', { name: adminSignIn.ok }).click()
  await expect(page.getByLabel(adminSignIn.adminEmail)).toHaveValue(email)
  await expect(passwordField(page)).toHaveValue('Wrong@123')
})

test('a throttled photo upload and a throttled sign-up show the error in the form', async ({ faultProxy, page }) => {
  const sentence = tooManyRequests(RETRY_AFTER_SECONDS)
  await fillSignUp(page)
  await choosePhoto(page)
  faultProxy.fail(/\/uploads\/license$/, 'limit')
  await submitSignUp(page)
  await expect(page.locator('form').getByText(uploadsText.licenceUploadFailed(sentence))).toBeVisible()
  faultProxy.restore()
  faultProxy.fail(/\/auth\/signup$/, 'limit')
  await submitSignUp(page)
  await expect(page.locator('form').getByText(sentence, { exact: true })).toBeVisible()
  await expect(page.getByLabel(fields.fullName)).toHaveValue('Asha Rao')
})

test('a throttled order shows the error and keeps the selection', async ({ faultProxy, page }) => {
  const { scooter } = await setUpSignedInRider(page)
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '10:00', '1 hour')
  faultProxy.fail(/\/bookings\/hourly$/, 'limit')
  await pressBookNow(page)
  await expectText(page, tooManyRequests(RETRY_AFTER_SECONDS))
  await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()
})
