import { expect, type Page } from 'playwright/test'
import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { clockText, dateText } from '#domain/time/india-time.ts'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as common from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as home from '#messages/home.ts'
import * as labels from '#messages/labels.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { overlap, setTextSize } from './helpers/accessible.ts'
import { dayFromToday, dayInStrip, expectText } from './helpers/booking.ts'
import { test } from './helpers/fault-proxy.ts'
import {
  createPropertyWithScooter,
  newEmail,
  seedAdminSession,
  setUpSignedInRider,
  visit,
  visitUnhydrated
} from './helpers/people.ts'

test('home shows property, price and scooters, says when its code fails to load, and the next tap tries again', async ({
  faultProxy,
  page
}) => {
  const { property, scooter } = await setUpSignedInRider(page)
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(property.name)
  await expectText(page, home.currentProperty)
  await expect(page.getByRole('link', { name: home.changeProperty }).first()).toHaveAttribute(
    'href',
    CHANGE_PROPERTY_PATH
  )
  await expectText(page, '₹50/hour')
  await expectText(page, scooter.name)
  await expectText(page, home.readyToRide)

  faultProxy.fail(/\/_astro\/home\./, 'cut')
  await page.getByRole('button', { name: home.longTermButton }).click()
  await expect(page.locator('.toast').getByText(common.pageIncomplete)).toBeVisible()
  faultProxy.restore()
  await page.getByRole('button', { name: home.longTermButton }).click()
  await expect(page.locator('.toast').getByText(home.longTermSoon)).toBeVisible()
})

test.describe('before hydration a page', () => {
  test('keeps a tap on the icon of a button', async ({ page }) => {
    const loadScripts = await visitUnhydrated(page, '/auth')
    await page.getByLabel(account.password, { exact: true }).fill('Rider@123')
    await page.getByRole('button', { name: account.showPassword }).locator('svg').click()
    loadScripts()
    await expect(page.getByLabel(account.password, { exact: true })).toHaveAttribute('type', 'text')
    await expect(page.getByLabel(account.password, { exact: true })).toHaveValue('Rider@123')
  })

  test('keeps the input and a tap that needs another script', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/_astro/auth-screen.*.js', async route => {
      await released
      await route.continue()
    })
    await page.goto('/auth')
    await page.getByLabel(account.email).fill('early@example.test')
    await page.getByRole('button', { name: auth.createAccount }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.signIn)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.createAccount)
    await expect(page.getByLabel(account.email)).toHaveValue('early@example.test')
  })

  test('keeps the selection', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    const loadScripts = await visitUnhydrated(page, `/booking/${scooter.id}`)
    await dayInStrip(page, 3).check()
    await page.getByRole('radio', { name: /^3 hours/ }).check()
    loadScripts()
    const summary = page.getByRole('complementary').filter({ hasText: booking.summary })
    await expect(summary).toContainText(dateText(dayFromToday(3)))
    await expect(summary).toContainText('3 hours')
    await expect(dayInStrip(page, 3)).toBeChecked()
  })

  test('keeps a selection that is made while React hydrates it', async ({ page }) => {
    const { scooter } = await setUpSignedInRider(page)
    await page.addInitScript(() => {
      addEventListener(
        'astro:hydrate',
        ({ target }) => {
          const select = (target as Element).querySelector<HTMLSelectElement>('select')
          if (!select) return
          // Late in the evening, today has few start times left.
          select.selectedIndex = select.options.length - 1
          for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
        },
        true
      )
    })
    await visit(page, `/booking/${scooter.id}`)
    const select = page.getByRole('combobox', { name: labels.startTime })
    const chosen = await select.locator('option').last().getAttribute('value')
    await expect(page.getByRole('radio', { checked: true, name: clockText(String(chosen)) })).toBeVisible()
    await expect(select).toHaveValue(String(chosen))
  })

  test('keeps a tap on a tab of the portal', async ({ page }) => {
    await createPropertyWithScooter()
    await seedAdminSession(page)
    const loadScripts = await visitUnhydrated(page, '/admin')
    await page.getByRole('tab', { name: dashboard.tabs.scooters }).click()
    loadScripts()
    await expect(page.getByRole('table', { name: dashboard.tabs.scooters })).toBeVisible()
  })
})

test('a repeated message replaces its earlier toast', async ({ page }) => {
  await visit(page, '/auth')
  await page.getByLabel(account.email).fill(newEmail())
  await page.getByLabel(account.password, { exact: true }).fill('Wrong@123')
  const refused = page.locator('.toast').getByText(auth.wrongCredentials)
  await page.getByRole('button', { name: auth.signIn }).click()
  // A toast under the pointer does not expire, however long the second answer takes.
  await page.locator('.toast').getByRole('button', { name: common.dismiss }).hover()
  await refused.evaluate(toast => toast.classList.add('first'))
  await page.getByLabel(account.password, { exact: true }).press('Enter')
  const areFirst = () => refused.evaluateAll(shown => shown.map(toast => toast.classList.contains('first')))
  await expect.poll(areFirst).toEqual([false])
})

test('a toast covers no primary button, also where the page scrolls, and Escape closes it', async ({ page }) => {
  await visit(page, '/auth')
  const button = page.getByRole('button', { name: auth.signIn })
  const top = (await button.boundingBox())?.y ?? 0
  const width = page.viewportSize()?.width ?? 0
  // The toast's usual place is now over the button.
  await page.setViewportSize({ height: Math.round(top + 140), width })
  await page.getByLabel(account.email).press('Enter')
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
  await expect(page.locator('.noscript-note')).toHaveText(common.scriptsNeeded)
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
    await page.getByRole('button', { name: auth.createAccount }).click()
    await expectText(page, account.fullName)
    await page.getByRole('button', { name: auth.createAccount }).click()
    await expectText(page, auth.signUpIncomplete)
    await expectNothingCovered()
    const { scooter } = await setUpSignedInRider(page)
    for (const path of ['/', `/booking/${scooter.id}`, '/my-bookings', '/profile']) {
      await visit(page, path)
      await expectNothingCovered()
    }
  })
}
