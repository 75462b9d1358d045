import { expect, type Page } from 'playwright/test'
import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as homeText from '#messages/home.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { overlap, setTextSize } from './helpers/accessible.ts'
import { expectText } from './helpers/booking.ts'
import { test } from './helpers/fault-proxy.ts'
import { newEmail, setUpSignedInRider, visit } from './helpers/people.ts'

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

test('a repeated message replaces its earlier toast', async ({ page }) => {
  await visit(page, '/auth')
  await page.getByLabel(accountText.email).fill(newEmail())
  await page.getByLabel(accountText.password, { exact: true }).fill('Wrong@123')
  const refused = page.locator('.toast').getByText(authText.wrongCredentials)
  await page.getByRole('button', { name: authText.signIn }).click()
  // A toast under the pointer does not expire, however long the second answer takes.
  await page.locator('.toast').getByRole('button', { name: appShellText.dismiss }).hover()
  await refused.evaluate(toast => toast.classList.add('first'))
  await page.getByLabel(accountText.password, { exact: true }).press('Enter')
  const areFirst = () => refused.evaluateAll(shown => shown.map(toast => toast.classList.contains('first')))
  await expect.poll(areFirst).toEqual([false])
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

/** What lies below the support button, other than its strip or bar. */
const coveredBySupport = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector('[data-support]')
    if (!button) return ['no button']
    const { height, left, top, width } = button.getBoundingClientRect()
    const shares = [0.15, 0.5, 0.85]
    const below = shares.flatMap(x =>
      shares.map(y =>
        document.elementsFromPoint(left + x * width, top + y * height).find(element => !button.contains(element))
      )
    )
    return below.flatMap(element =>
      element?.matches('.page-strip, .bottom-bar') ? [] : [element?.outerHTML ?? 'nothing']
    )
  })

for (const textSize of IS_WHOLE ? ['100%', '200%'] : ['200%']) {
  test(`the support button covers nothing on a small phone with text of ${textSize}`, async ({ page }) => {
    await page.setViewportSize({ height: 640, width: 360 })
    const expectNothingCovered = async () => {
      await setTextSize(page, textSize)
      for (const part of [0, 0.3, 0.6, 1]) {
        await page.evaluate(share => scrollTo(0, share * document.body.scrollHeight), part)
        expect(await coveredBySupport(page), `${page.url()} at ${part}`).toEqual([])
      }
    }
    await visit(page, '/auth')
    await page.getByRole('button', { name: authText.createAccount }).click()
    await expectText(page, accountText.fullName)
    await page.getByRole('button', { name: authText.createAccount }).click()
    await expectText(page, authText.signUpIncomplete)
    await expectNothingCovered()
    const { scooter } = await setUpSignedInRider(page)
    for (const path of ['/', `/booking/${scooter.id}`, '/my-bookings', '/profile']) {
      await visit(page, path)
      await expectNothingCovered()
    }
  })
}
