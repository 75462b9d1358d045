import { expect, type Locator } from 'playwright/test'
import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { overlap, setTextSize } from './helpers/accessible.ts'
import { expectText } from './helpers/booking.ts'
import { test } from './helpers/fault-proxy.ts'
import { DEMO_RIDER, setUpSignedInRider, signIn, visit } from './helpers/people.ts'
import { coveredBySupport, expectSupportAtCorner } from './helpers/support-button.ts'

test('home shows property, price and scooters, says when its code fails to load, and the next tap tries again', async ({
  faultProxy,
  page
}) => {
  const { property, scooter } = await setUpSignedInRider(page)
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(property.name)
  await expectText(page, homeText.currentProperty)
  await expect(page.getByRole('link', { name: homeText.changeProperty }).first()).toHaveAttribute(
    'href',
    CHANGE_PROPERTY_PATH
  )
  await expectText(page, '₹50/hour')
  await expectText(page, scooter.name)
  await expectText(page, homeText.readyToRide)

  faultProxy.fail(/\/_astro\/home\./, 'cut')
  await page.getByRole('button', { name: homeText.longTermButton }).click()
  await expect(page.locator('.toast').getByText(appShellText.pageIncomplete)).toBeVisible()
  faultProxy.restore()
  await page.getByRole('button', { name: homeText.longTermButton }).click()
  await expect(page.locator('.toast').getByText(homeText.longTermSoon)).toBeVisible()
})

test('a toast covers no primary button, also where the page scrolls, and Escape closes it', async ({ page }) => {
  await visit(page, '/auth')
  const button = page.getByRole('button', { name: authText.signIn })
  const top = (await button.boundingBox())?.y ?? 0
  const width = page.viewportSize()?.width ?? 0
  // The toast's usual place is now over the button.
  await page.setViewportSize({ height: Math.round(top + 140), width })
  await page.getByLabel(accountText.email).press('Enter')
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  const boxes = async () => [await toast.boundingBox(), await button.boundingBox()] as const
  await expect.poll(async () => overlap(...(await boxes()))).toBe(false)
  await page.keyboard.press('Escape')
  await expect(toast).toHaveCount(0)
})

test('without scripts the sign-in says what it needs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/auth')
  await expect(page.locator('.noscript-note')).toHaveText(appShellText.scriptsNeeded)
  // The browser must never put a password into the address.
  await expect(page.locator('form')).toHaveAttribute('method', 'post')
  await context.close()
})

const SMALL_PHONE = { height: 640, width: 360 }

test('sign-in fits on a small phone, and the support button floats over no control that stays, at any size', async ({
  page
}) => {
  await page.setViewportSize(SMALL_PHONE)
  await visit(page, '/auth')
  for (const name of [authText.signIn, authText.createAccount])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expectSupportAtCorner(page)
  const covered: string[] = []
  const check = async (screen: string) => {
    for (const size of IS_WHOLE ? ['100%', '200%'] : ['100%']) {
      await setTextSize(page, size)
      covered.push(...(await coveredBySupport(page, `${screen}, text of ${size}`)))
    }
  }
  await check('sign-in')
  await page.getByRole('button', { name: authText.createAccount }).click()
  await expectText(page, accountText.fullName)
  await page.getByRole('button', { name: authText.createAccount }).click()
  await expectText(page, authText.signUpIncomplete)
  await check('sign-up')
  for (const path of ['/admin/auth', '/terms', '/nowhere']) {
    await visit(page, path)
    await check(path)
  }
  await signIn(page, DEMO_RIDER)
  for (const path of ['/my-bookings', '/profile', '/']) {
    await visit(page, path)
    await check(path)
  }
  await page.getByRole('link', { name: commonText.bookNow }).first().click()
  await expect(page.getByRole('button', { name: commonText.bookNow })).toBeVisible()
  await check('booking')
  expect(covered).toEqual([])
})

test('the support button stays above Book Now, also in large text and above the note that the phone is offline', async ({
  context,
  page
}) => {
  const { scooter } = await setUpSignedInRider(page)
  await page.setViewportSize(SMALL_PHONE)
  await visit(page, `/booking/${scooter.id}`)
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { height: 0, y: 0 }
  const bottomOfSupport = async () => {
    const { height, y } = await boxOf(page.locator('[data-support]'))
    return y + height
  }
  const bar = page.locator('.bottom-bar')
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    expect(await bottomOfSupport()).toBeLessThanOrEqual((await boxOf(bar)).y)
  }
  await setTextSize(page, '100%')
  await context.setOffline(true)
  const note = page.getByText(appShellText.offline)
  await expect(note).toBeVisible()
  const { height, y } = await boxOf(note)
  expect(await bottomOfSupport()).toBeLessThanOrEqual(y)
  expect(y + height).toBeLessThanOrEqual((await boxOf(bar)).y)
})
