import { expect, type Page, test } from 'playwright/test'
import * as text from '#messages/auth.ts'
import { says } from './helpers/booking.ts'
import { aPlace, aRider, LICENCE, newEmail, visit } from './helpers/people.ts'

const strong = 'Rider@123'

async function fillSignUp(
  page: Page,
  changes: Partial<Record<'birth' | 'email' | 'password', string>> = {}
): Promise<void> {
  await visit(page, '/auth')
  await page.getByRole('button', { name: text.createAccount }).click()
  await page.getByLabel(text.fullName).fill('Asha Rao')
  await page.getByLabel(text.email).fill(changes.email ?? newEmail())
  await page.getByLabel(text.phoneNumber).fill('9845012345')
  await page.getByLabel(text.dateOfBirth).fill(changes.birth ?? '1998-02-28')
  await page.getByLabel(text.property).selectOption({ index: 1 })
  await page.getByLabel(text.password, { exact: true }).fill(changes.password ?? strong)
}

const choosePhoto = (page: Page, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0] = LICENCE) =>
  page.getByLabel(text.licencePhoto).setInputFiles(file)

const submit = (page: Page) => page.getByRole('button', { name: text.createAccount }).click()

test('sign-up without a photo asks for it and loses nothing', async ({ page }) => {
  await fillSignUp(page)
  await submit(page)
  await says(page, text.signUpIncomplete)
  await expect(page.getByLabel(text.fullName)).toHaveValue('Asha Rao')
})

test('sign-up below eighteen is refused', async ({ page }) => {
  await fillSignUp(page, { birth: `${new Date().getFullYear() - 17}-01-01` })
  await choosePhoto(page)
  await submit(page)
  await says(page, text.tooYoung)
})

test('a weak password is told all it lacks', async ({ page }) => {
  await fillSignUp(page, { password: 'password' })
  await choosePhoto(page)
  await submit(page)
  await says(page, text.passwordMustContain(['uppercase', 'number', 'special']))
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
  await submit(page)
  await says(page, text.uploadingPhoto)
  await says(page, text.licenceUploadFailed(text.uploadTooLarge))
  await expect(page.getByLabel(text.password, { exact: true })).toHaveValue(strong)
})

test('a photo that is none by its bytes fails with the server’s reason', async ({ page }) => {
  await fillSignUp(page)
  await choosePhoto(page, { buffer: Buffer.from('<svg/>'), mimeType: 'image/png', name: 'drawing.png' })
  await submit(page)
  await says(page, text.licenceUploadFailed(text.uploadNotImage))
})

test('an e-mail with an account is told in the server’s words', async ({ page }) => {
  const { property } = await aPlace()
  const { email } = await aRider(property.id)
  await fillSignUp(page, { email })
  await choosePhoto(page)
  await submit(page)
  await says(page, text.emailTaken)
  await expect(page.getByLabel(text.email)).toHaveValue(email)
})

test("a sign-up that the network swallows says 'Signup failed'", async ({ page }) => {
  await page.route('**/api/auth/signup', route => route.abort())
  await fillSignUp(page)
  await choosePhoto(page)
  await submit(page)
  await says(page, text.signUpFailed)
})

test('sign-in asks for both, tells a wrong password, and says when nothing answers', async ({ page }) => {
  await visit(page, '/auth')
  const submitSignIn = page.getByRole('button', { name: text.signIn })
  await submitSignIn.click()
  await says(page, text.signInIncomplete)
  await page.getByLabel(text.email).fill('rider@demo.test')
  await page.getByLabel(text.password, { exact: true }).fill('Wrong@123')
  await submitSignIn.click()
  await says(page, text.wrongCredentials)
  await page.route('**/api/auth/signin', route => route.abort())
  await submitSignIn.click()
  await says(page, text.loginFailed)
  await expect(page.getByLabel(text.email)).toHaveValue('rider@demo.test')
})

test('nothing typed lands in the address', async ({ page }) => {
  await visit(page, '/auth')
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
