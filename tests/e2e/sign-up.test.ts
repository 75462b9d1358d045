import { expect, test } from 'playwright/test'
import * as text from '#messages/auth.ts'
import { says } from './helpers/booking.ts'
import { visit } from './helpers/people.ts'
import { choosePhoto, fillSignUp, STRONG_PASSWORD, submitSignUp } from './helpers/sign-up.ts'

test('sign-up asks for what is missing, then for the age, then for the password, and loses nothing', async ({
  page
}) => {
  await fillSignUp(page, { birth: `${new Date().getFullYear() - 17}-01-01`, password: 'password' })
  await submitSignUp(page)
  await says(page, text.signUpIncomplete)
  await choosePhoto(page)
  await submitSignUp(page)
  await says(page, text.tooYoung)
  await page.getByLabel(text.dateOfBirth).fill('1998-02-28')
  await submitSignUp(page)
  await says(page, text.passwordMustContain(['uppercase', 'number', 'special']))
  await expect(page.getByLabel(text.fullName)).toHaveValue('Asha Rao')
})

test('a photo of ten megabytes and a file that is no image are refused when chosen', async ({ page }) => {
  await fillSignUp(page)
  await choosePhoto(page, { buffer: Buffer.alloc(10_485_760), mimeType: 'image/jpeg', name: 'large.jpg' })
  await says(page, text.photoTooLargeForForm)
  await choosePhoto(page, { buffer: Buffer.from('text'), mimeType: 'text/plain', name: 'letter.txt' })
  await says(page, text.photoNotImage)
})

test('a photo above five megabytes that cannot be shrunk fails with the reason', async ({ page }) => {
  await fillSignUp(page)
  await choosePhoto(page, { buffer: Buffer.alloc(5_242_881), mimeType: 'image/jpeg', name: 'broken.jpg' })
  await submitSignUp(page)
  await says(page, text.uploadingPhoto)
  await says(page, text.licenceUploadFailed(text.uploadTooLarge))
  await expect(page.getByLabel(text.password, { exact: true })).toHaveValue(STRONG_PASSWORD)
})

test('a photo that is none by its bytes fails with the server’s reason', async ({ page }) => {
  await fillSignUp(page)
  await choosePhoto(page, { buffer: Buffer.from('<svg/>'), mimeType: 'image/png', name: 'drawing.png' })
  await submitSignUp(page)
  await says(page, text.licenceUploadFailed(text.uploadNotImage))
})

test('sign-in asks for e-mail and password', async ({ page }) => {
  await visit(page, '/auth')
  await page.getByRole('button', { name: text.signIn }).click()
  await says(page, text.signInIncomplete)
  await expect(page.locator('form')).toHaveAttribute('method', 'post')
})

test('a tap and what is typed before the page is alive are not lost', async ({ page }) => {
  let release = () => {}
  const asleep = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/_astro/auth-screen.*.js', async route => {
    await asleep
    await route.continue()
  })
  await page.goto('/auth')
  await page.getByLabel(text.email).fill('early@example.test')
  await page.getByRole('button', { name: text.createAccount }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.signIn)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.createAccount)
  await expect(page.getByLabel(text.email)).toHaveValue('early@example.test')
})
