import { expect, type Page } from 'playwright/test'
import * as door from '#messages/admin-sign-in.ts'
import * as auth from '#messages/auth.ts'
import { tooManyRequests } from '#messages/common.ts'
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

// What somebody sees who tries too often: how long he has to wait, and all that he typed.

const WAIT = /^Too many attempts\. Please try again in \d+ seconds\.$/
const GUESSES = 5

const passwordField = (page: Page) => page.getByLabel(auth.password, { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: auth.signIn })

test('a sign-in that is locked says for how long, also to the right password, and keeps the form', async ({ page }) => {
  const rider = await signUpRider((await createPropertyWithScooter()).property.id)
  await visit(page, '/auth')
  await page.getByLabel(auth.email).fill(rider.email)
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
  await expect(page.getByLabel(auth.email)).toHaveValue(rider.email)
  await expect(passwordField(page)).toHaveValue(rider.password)
  await expect(page).toHaveURL('/auth')
})

test('so does the portal, in its alert, and for an e-mail that nobody has as well', async ({ page }) => {
  const email = newEmail()
  await visit(page, '/admin/auth')
  await page.getByLabel(door.adminEmail).fill(email)
  await passwordField(page).fill('Wrong@123')
  for (let guess = 1; guess <= GUESSES; guess += 1) {
    await signInButton(page).click()
    const alert = page.getByRole('alertdialog', { name: auth.wrongCredentials })
    await alert.getByRole('button', { name: door.ok }).click()
    await expect(alert).toBeHidden()
  }
  await signInButton(page).click()
  await page.getByRole('alertdialog', { name: WAIT }).getByRole('button', { name: door.ok }).click()
  await expect(page.getByLabel(door.adminEmail)).toHaveValue(email)
  await expect(passwordField(page)).toHaveValue('Wrong@123')
})

test('a photo and a sign-up too many say so where their other errors are', async ({ faultProxy, page }) => {
  const sentence = tooManyRequests(RETRY_AFTER_SECONDS)
  await fillSignUp(page)
  await choosePhoto(page)
  faultProxy.fail(/\/uploads\/license$/, 'limit')
  await submitSignUp(page)
  await expect(page.locator('form').getByText(auth.licenceUploadFailed(sentence))).toBeVisible()
  faultProxy.restore()
  faultProxy.fail(/\/auth\/signup$/, 'limit')
  await submitSignUp(page)
  await expect(page.locator('form').getByText(sentence, { exact: true })).toBeVisible()
  await expect(page.getByLabel(auth.fullName)).toHaveValue('Asha Rao')
})

test('an order too many says so, and what was chosen stays chosen', async ({ faultProxy, page }) => {
  const { scooter } = await setUpSignedInRider(page)
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '10:00', '1 hour')
  faultProxy.fail(/\/bookings\/hourly$/, 'limit')
  await pressBookNow(page)
  await expectText(page, tooManyRequests(RETRY_AFTER_SECONDS))
  await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()
})
