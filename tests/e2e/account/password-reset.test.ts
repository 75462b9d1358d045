import { expect } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as mailsText from '#messages/mails.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { openMail } from '#tests/e2e/helpers/outbox.ts'
import { createPropertyWithScooter, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const NEW_PASSWORD = 'NewRider@456'

test('a rider who forgot the password gets a link by mail and signs in with a new one', async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await visit(page, '/auth')
  await page.getByLabel(accountText.email).fill('typed')
  await page.getByRole('link', { name: passwordResetText.forgotPassword }).click()
  await expect(page.getByRole('heading', { name: passwordResetText.requestTitle })).toBeVisible()
  const email = page.getByLabel(accountText.email)
  await expect(email).toHaveValue('typed')
  await email.fill('')
  await page.getByRole('button', { name: passwordResetText.sendLink }).click()
  // In the form only, not in a toast too.
  await expect(page.getByText(accountText.fieldMissing.email)).toHaveCount(1)
  await email.fill(rider.email)
  await email.press('Enter')
  await expectText(page, passwordResetText.linkSent)

  await openMail(page, rider.email, mailsText.passwordReset().subject)
  const mail = page.url()
  await page.getByRole('link', { name: mailsText.passwordReset().button }).click()
  await expect(page.locator('form [autocomplete="username"]')).toHaveValue(rider.email)
  await page.getByLabel(accountText.newPassword, { exact: true }).fill('short')
  await page.getByRole('button', { name: passwordResetText.savePassword }).click()
  await expect(page.getByText(accountText.passwordRequirement.length)).toHaveCount(1)
  await expect(page.getByLabel(accountText.newPassword, { exact: true })).toHaveValue('short')
  await page.getByLabel(accountText.newPassword, { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(accountText.newPassword, { exact: true }).press('Enter')
  await page.waitForURL('/auth')
  await expectText(page, passwordResetText.passwordSaved)
  await expect(email).toHaveValue(rider.email)
  await page.getByLabel(accountText.password, { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: authText.signIn }).click()
  await page.waitForURL('/')

  await page.goto(mail)
  await page.getByRole('link', { name: mailsText.passwordReset().button }).click()
  await expect(page.getByRole('heading', { name: passwordResetText.expiredTitle })).toBeVisible()
  await page.getByRole('link', { name: passwordResetText.newLink }).click()
  await expect(page.getByRole('heading', { name: passwordResetText.requestTitle })).toBeVisible()
})

test('an admin asks for a link from the portal, and comes back to it', async ({ page }) => {
  await visit(page, '/admin/auth')
  await page.getByRole('link', { name: passwordResetText.forgotPassword }).click()
  await page.getByLabel(accountText.email).fill('nobody@example.test')
  await page.getByRole('button', { name: passwordResetText.sendLink }).click()
  await expectText(page, passwordResetText.linkSent)
  await page.getByRole('link', { name: passwordResetText.backToSignIn }).click()
  await page.waitForURL('/admin/auth')
})
