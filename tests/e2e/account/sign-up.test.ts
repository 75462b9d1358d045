import { expect } from 'playwright/test'
import * as passwords from '#messages/account/account.ts'
import * as fieldsText from '#messages/account/account-fields.ts'
import * as text from '#messages/account/auth.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { visit } from '#tests/e2e/helpers/people.ts'
import { choosePhoto, fillSignUp, submitSignUp } from '#tests/e2e/helpers/sign-up.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('the sign-up requires all fields, then the age, then a strong password, and keeps the input', async ({ page }) => {
  await fillSignUp(page, { birth: `${new Date().getFullYear() - 17}-01-01`, password: 'password' })
  await submitSignUp(page)
  await expectText(page, text.signUpIncomplete)
  await choosePhoto(page)
  await submitSignUp(page)
  await expectText(page, text.tooYoung)
  await page.getByLabel(fieldsText.dateOfBirth).fill('1998-02-28')
  await submitSignUp(page)
  await expectText(page, passwords.passwordMustContain(['uppercase', 'number', 'special']))
  await expect(page.getByLabel(fieldsText.fullName)).toHaveValue('Asha Rao')
})

test('the sign-in requires email and password', async ({ page }) => {
  await visit(page, '/auth')
  await page.getByRole('button', { name: text.signIn }).click()
  await expectText(page, text.signInIncomplete)
  await expect(page.locator('form')).toHaveAttribute('method', 'post')
})

test('taps and input before hydration are applied after it', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/_astro/auth-screen.*.js', async route => {
    await released
    await route.continue()
  })
  await page.goto('/auth')
  await page.getByLabel(fieldsText.email).fill('early@example.test')
  await page.getByRole('button', { name: text.createAccount }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.signIn)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.createAccount)
  await expect(page.getByLabel(fieldsText.email)).toHaveValue('early@example.test')
})
