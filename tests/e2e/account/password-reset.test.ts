import { expect } from 'playwright/test'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as text from '#messages/account/password-reset.ts'
import { passwordReset } from '#messages/mails.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { openMail } from '#tests/e2e/helpers/outbox.ts'
import { createPropertyWithScooter, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const NEW_PASSWORD = 'NewRider@456'

test('a rider who forgot the password gets a link by mail and signs in with a new one', async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await visit(page, '/auth')
  await page.getByLabel(account.email).fill('typed')
  await page.getByRole('link', { name: text.forgotPassword }).click()
  await expect(page.getByRole('heading', { name: text.requestTitle })).toBeVisible()
  const email = page.getByLabel(account.email)
  await expect(email).toHaveValue('typed')
  await email.fill('')
  await page.getByRole('button', { name: text.send }).click()
  // In the form only, not in a toast too.
  await expect(page.getByText(account.fieldMissing.email)).toHaveCount(1)
  await email.fill(rider.email)
  await email.press('Enter')
  await expectText(page, text.linkSent)

  await openMail(page, rider.email, passwordReset().subject)
  const mail = page.url()
  await page.getByRole('link', { name: passwordReset().button }).click()
  await expect(page.locator('form [autocomplete="username"]')).toHaveValue(rider.email)
  await page.getByLabel(account.newPassword, { exact: true }).fill('short')
  await page.getByRole('button', { name: text.save }).click()
  await expect(page.getByText(account.passwordRequirement.length)).toHaveCount(1)
  await expect(page.getByLabel(account.newPassword, { exact: true })).toHaveValue('short')
  await page.getByLabel(account.newPassword, { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(account.newPassword, { exact: true }).press('Enter')
  await page.waitForURL('/auth')
  await expectText(page, text.saved)
  await expect(email).toHaveValue(rider.email)
  await page.getByLabel(account.password, { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: auth.signIn }).click()
  await page.waitForURL('/')

  await page.goto(mail)
  await page.getByRole('link', { name: passwordReset().button }).click()
  await expect(page.getByRole('heading', { name: text.expiredTitle })).toBeVisible()
  await page.getByRole('link', { name: text.newLink }).click()
  await expect(page.getByRole('heading', { name: text.requestTitle })).toBeVisible()
})

test('an admin asks for a link from the portal, and comes back to it', async ({ page }) => {
  await visit(page, '/admin/auth')
  await page.getByRole('link', { name: text.forgotPassword }).click()
  await page.getByLabel(account.email).fill('nobody@example.test')
  await page.getByRole('button', { name: text.send }).click()
  await expectText(page, text.linkSent)
  await page.getByRole('link', { name: text.backToSignIn }).click()
  await page.waitForURL('/admin/auth')
})
