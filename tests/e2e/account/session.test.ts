import { expect, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { baseURL, type Rider, setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'

async function fillSignIn(page: Page, rider: Rider): Promise<void> {
  await page.getByLabel(accountText.email).fill(rider.email)
  await page.getByLabel(accountText.password, { exact: true }).fill(rider.password)
  await page.getByRole('button', { name: authText.signIn }).click()
}

async function signOut(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: appShellText.menu })
  if (await toggle.isVisible()) await toggle.click()
  await page.getByRole('button', { name: appShellText.riderBar.logout }).click()
  await page.waitForURL('/auth')
}

test('signing out and in applies to all open tabs, also for another rider, and to the page behind Back', async ({
  context,
  page
}) => {
  const { property, rider } = await setUpSignedInRider(page)
  const second = await signUpRider(property.id)
  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)
  const other = await context.newPage()
  await visit(other, '/my-bookings')
  await signOut(other)
  await page.waitForURL('/auth?next=/profile', { timeout: 1000, waitUntil: 'commit' })
  await expectText(page, appShellText.sessionEnded)
  await fillSignIn(other, rider)
  await other.waitForURL('/')
  await page.waitForURL('/profile')
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)

  // Simulates a tab that was open on the sign-in page.
  await other.goto('/offline')
  await other.evaluate(token => localStorage.setItem('token', token), second.token)
  await expect(page.getByLabel(accountText.email)).toHaveValue(second.email)
  await expect(page.locator('html')).toBeVisible()
  await other.close()

  await signOut(page)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/auth?next=/profile')
  await fillSignIn(page, rider)
  await page.waitForURL('/profile')
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)
})

test('when localStorage is refused or missing, the rider is signed out without a redirect loop', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  let visits = 0
  page.on('framenavigated', () => {
    visits += 1
  })
  for (const fault of ['denied', null]) {
    // The later script replaces the property again.
    await page.addInitScript(kind => {
      const get = () => {
        if (kind) throw new DOMException(kind, 'SecurityError')
        return null
      }
      Object.defineProperty(window, 'localStorage', { configurable: true, get })
    }, fault)
    visits = 0
    await page.context().addCookies([{ name: 'userType', url: baseURL(), value: 'user' }])
    await page.goto('/my-bookings')
    await expect(page).toHaveURL('/auth?next=/my-bookings')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(visits, `localStorage is ${fault}`).toBe(2)
  }
  expect(errors).toEqual([])
})
