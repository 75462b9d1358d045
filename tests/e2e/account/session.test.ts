import { expect, type Page } from 'playwright/test'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'

import * as common from '#messages/app-shell.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import {
  baseURL,
  createPropertyWithScooter,
  disableSsrData,
  gotoWithoutLoad,
  type Rider,
  setUpSignedInRider,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'

async function fillSignIn(page: Page, rider: Rider): Promise<void> {
  await page.getByLabel(account.email).fill(rider.email)
  await page.getByLabel(account.password, { exact: true }).fill(rider.password)
  await page.getByRole('button', { name: auth.signIn }).click()
}

async function signOut(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: common.menu })
  if (await toggle.isVisible()) await toggle.click()
  await page.getByRole('button', { name: common.riderBar.logout }).click()
  await page.waitForURL('/auth')
}

test('a rider whose session ends returns to the requested page after the sign-in', async ({ page }) => {
  const { rider } = await setUpSignedInRider(page)
  await disableSsrData(page)
  await visit(page, '/profile')
  // Wait for the page's own requests. A rejected one would redirect to the sign-in as well.
  await expect(page.getByLabel(account.email)).toHaveValue(rider.email)
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${rider.token}` } })
  await gotoWithoutLoad(page, '/my-bookings')
  await expect(page).toHaveURL('/auth?next=/my-bookings')
  await expectText(page, common.sessionEnded)
  await fillSignIn(page, rider)
  await page.waitForURL('/my-bookings')
  await expectText(page, myBookings.emptyTitle)
})

test('signing out and signing in apply to all open tabs', async ({ context, page }) => {
  const { rider } = await setUpSignedInRider(page)
  await visit(page, '/profile')
  await expect(page.getByLabel(account.email)).toHaveValue(rider.email)
  const other = await context.newPage()
  await visit(other, '/my-bookings')
  await signOut(other)
  await page.waitForURL('/auth?next=/profile', { timeout: 1000, waitUntil: 'commit' })
  await expectText(page, common.sessionEnded)
  await fillSignIn(other, rider)
  await other.waitForURL('/')
  await page.waitForURL('/profile')
})

test("a sign-in by another rider replaces the first rider's session in every tab", async ({ context, page }) => {
  const { property, rider } = await setUpSignedInRider(page)
  const second = await signUpRider(property.id)
  await visit(page, '/profile')
  await expect(page.getByLabel(account.email)).toHaveValue(rider.email)
  // Simulates a tab that was open on the sign-in page.
  const other = await context.newPage()
  await other.goto('/offline')
  await other.evaluate(token => localStorage.setItem('token', token), second.token)
  await expect(page.getByLabel(account.email)).toHaveValue(second.email)
  await expect(page.locator('html')).toBeVisible()
})

test("the Back button does not show another rider's page", async ({ page }) => {
  const { property, rider } = await setUpSignedInRider(page)
  const second = await signUpRider(property.id)
  await visit(page, '/profile')
  await expect(page.getByLabel(account.email)).toHaveValue(rider.email)
  await signOut(page)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/auth?next=/profile')
  await fillSignIn(page, second)
  await page.waitForURL('/profile')
  await expect(page.getByLabel(account.email)).toHaveValue(second.email)
})

test.describe('a page rendered for a session other than the device’s', () => {
  /** The page's visibility when its HTML was parsed and no module script had run. */
  const seenAtFirst = (page: Page) => page.evaluate(() => sessionStorage.getItem('seen'))

  /** Keeps another rider's session cookie, as if storage and cookies were not cleared together. */
  async function serveRenderedFor(page: Page, another: Rider): Promise<void> {
    await page.context().addCookies([{ name: 'session', url: baseURL(), value: another.token }])
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        const { dataset, style } = document.documentElement
        if (dataset.session) sessionStorage.setItem('seen', `${style.visibility}`)
      })
    )
  }

  const answerTo = async (page: Page, { token }: Rider) =>
    (await page.request.get('/api/profile', { headers: { authorization: `Bearer ${token}` } })).status()

  test('stays hidden and reloads with the device’s session', async ({ page }) => {
    const { property, rider } = await setUpSignedInRider(page)
    const elsewhere = await createPropertyWithScooter()
    const another = await signUpRider(elsewhere.property.id)
    await serveRenderedFor(page, another)
    await gotoWithoutLoad(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(property.name)
    expect(await seenAtFirst(page)).toBe('hidden')
    await expect(page.getByText(elsewhere.property.name)).toHaveCount(0)
    expect([await answerTo(page, rider), await answerTo(page, another)]).toEqual([200, 401])
  })

  test('redirects to the sign-in if the device has no session', async ({ page }) => {
    const another = await signUpRider((await createPropertyWithScooter()).property.id)
    await page.context().addCookies([{ name: 'userType', url: baseURL(), value: 'user' }])
    await serveRenderedFor(page, another)
    await gotoWithoutLoad(page, '/profile')
    await page.waitForURL('/auth?next=/profile')
    expect(await seenAtFirst(page)).toBe('hidden')
    expect(await answerTo(page, another)).toBe(401)
  })
})

test('signing out offline clears the device at once and revokes the session later', async ({
  context,
  faultProxy,
  page
}) => {
  const { rider } = await setUpSignedInRider(page)
  await visit(page, '/my-bookings')
  await expectText(page, myBookings.emptyTitle)
  const profile = () => page.request.get('/api/profile', { headers: { authorization: `Bearer ${rider.token}` } })
  faultProxy.fail(/\/auth\/logout$/, 'cut')
  await signOut(page)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userType')])).toEqual([
    null,
    null
  ])
  expect((await profile()).status()).toBe(200)
  faultProxy.restore()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect.poll(async () => (await profile()).status()).toBe(401)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unrevoked'))).toBeNull()
})

for (const [name, value] of [
  ['is refused', 'denied'],
  ['is missing', null]
] as const) {
  test(`when localStorage ${name}, the rider is signed out without a redirect loop`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    await page.addInitScript(kind => {
      const get = () => {
        if (kind) throw new DOMException(kind, 'SecurityError')
        return null
      }
      Object.defineProperty(window, 'localStorage', { configurable: true, get })
    }, value)
    let visits = 0
    page.on('framenavigated', () => {
      visits += 1
    })
    await page.context().addCookies([{ name: 'userType', url: test.info().project.use.baseURL ?? '', value: 'user' }])
    await page.goto('/my-bookings')
    await expect(page).toHaveURL('/auth?next=/my-bookings')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(visits).toBe(2)
    expect(errors).toEqual([])
  })
}
