import { expect, type Locator, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as appShellText from '#messages/app-shell.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { openApi, type Rider, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'

const NEW_PASSWORD = 'Another@456'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { exact: true, name })

/** Presses the middle of an element, like a person, who does not know what receives the press. */
async function pressAt(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  const { height = 0, width = 0, x = 0, y = 0 } = (await element.boundingBox()) ?? {}
  await page.mouse.click(x + width / 2, y + height / 2)
}

/** Opens the profile of a signed-in rider. */
async function atProfile(page: Page): Promise<Rider> {
  const { rider } = await setUpSignedInRider(page)
  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)
  return rider
}

/** Signs in on another device and returns the token of that session. */
async function onAnotherDevice({ email, password }: Rider): Promise<string> {
  const reply = await (await openApi()).post('/api/auth/signin', { data: { email, password } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { access_token: string }).access_token
}

const statusOf = async (token: string) => (await (await openApi(token)).get('/api/profile')).status()

test('a rider changes the password, which ends the other sessions, and signs out on all devices by keyboard', async ({
  faultProxy,
  page
}) => {
  const rider = await atProfile(page)
  const elsewhere = await onAnotherDevice(rider)
  await button(page, accountText.changePassword).click()
  const dialog = page.getByRole('dialog', { name: accountText.changePassword })

  await expect(dialog.locator('[autocomplete="username"]')).toHaveValue(rider.email)
  await field(page, accountText.currentPassword).fill('Wrong@123')
  await field(page, accountText.newPassword).fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: accountText.changePassword }).click()
  // In the form only, not in a toast too.
  await expect(page.getByText(accountText.wrongCurrent)).toHaveCount(1)
  await expect(field(page, accountText.newPassword)).toHaveValue(NEW_PASSWORD)
  expect(await statusOf(elsewhere)).toBe(200)

  await field(page, accountText.currentPassword).fill(rider.password)
  await dialog.getByRole('button', { name: accountText.changePassword }).click()
  await expectText(page, accountText.passwordChanged)
  await expect(dialog).toBeHidden()
  expect(await statusOf(elsewhere)).toBe(401)
  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)
  const oldPassword = await (await openApi()).post('/api/auth/signin', { data: rider })
  expect(oldPassword.status()).toBe(401)

  const again = await onAnotherDevice({ ...rider, password: NEW_PASSWORD })
  const here = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const open = button(page, accountText.logOutEverywhere)
  const question = page.getByRole('alertdialog', { name: accountText.logOutEverywhereQuestion })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(open).toBeFocused()
  expect(await statusOf(again)).toBe(200)

  await page.keyboard.press('Enter')
  const toast = page.locator('.toast')
  faultProxy.fail(/logout-all/, 'gateway')
  for (const width of [1280, 412]) {
    await page.setViewportSize({ height: 860, width })
    await question.getByRole('button', { name: accountText.logOut }).click()
    await expect(toast).toHaveText(accountText.logOutEverywhereFailed)
    await pressAt(page, toast.getByRole('button', { name: appShellText.dismiss }))
    await expect(toast).toHaveCount(0)
    await expect(question).toBeVisible()
  }
  faultProxy.restore()
  await question.getByRole('button', { name: accountText.logOut }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/auth/)
  expect([await statusOf(again), await statusOf(here)]).toEqual([401, 401])
})
