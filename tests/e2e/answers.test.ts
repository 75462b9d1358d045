import { expect, type Page } from 'playwright/test'
import { PATHS } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as commonText from '#messages/common.ts'
import { test } from './helpers/fault-proxy.ts'
import { setUpSignedInRider, visit } from './helpers/people.ts'

// What a page shows between a press and its answer.

const waiting = (page: Page) => page.locator('html[data-waiting]')
const linkTo = (page: Page, path: string) => page.locator(`header a[href="${path}"]`).filter({ visible: true }).first()

/** Holds the requests of an address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await released
    await route.continue()
  })
  return release
}

test('a pressed link shows that its page is on the way, until it is there and after Back', async ({ page }) => {
  await setUpSignedInRider(page)
  await visit(page, PATHS.home)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await expect(waiting(page)).toHaveCount(0)
  // In the same task, because the runner waits for a page that is on the way.
  const shown = await linkTo(page, PATHS.myBookings).evaluate((link: HTMLElement) => {
    link.click()
    return [document.documentElement, link].map(element => element.getAttributeNames())
  })
  expect(shown).toEqual([expect.arrayContaining(['data-waiting']), expect.arrayContaining(['data-pressed'])])
  await page.waitForURL(PATHS.myBookings)
  await expect(waiting(page)).toHaveCount(0)
  await page.goBack()
  await page.waitForURL(({ pathname }) => pathname === PATHS.home)
  await expect(waiting(page)).toHaveCount(0)
})

test('what a finger is on shows it at once, until the page scrolls under it', async ({ page }) => {
  await setUpSignedInRider(page)
  await visit(page, PATHS.home)
  const link = page.getByRole('main').getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchMove' | 'touchStart', distance = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      touchPoints: [{ x: x + 8, y: y + 8 - distance }],
      type
    })
  await touch('touchStart')
  // At once: `:active` gives it the same look 100 ms later.
  await expect(link).toHaveAttribute('data-touched')
  await expect(link).toHaveCSS('opacity', '0.6')
  for (const distance of [20, 60, 120]) await touch('touchMove', distance)
  await expect(link).toHaveCSS('opacity', '1')
})

test('whoever stays with unsaved changes has no page on the way', async ({ page }) => {
  await setUpSignedInRider(page)
  await visit(page, PATHS.profile)
  await page.getByLabel(accountText.fullName).fill('Asha R')
  const asked = page.waitForEvent('dialog')
  const pressed = linkTo(page, PATHS.myBookings).click({ noWaitAfter: true })
  await (await asked).dismiss()
  await pressed
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByLabel(accountText.fullName)).toHaveValue('Asha R')
})

test('a button that is pressed before its scripts arrive shows that it waits, and then acts', async ({ page }) => {
  await setUpSignedInRider(page)
  const release = await hold(page, '**/_astro/*.js')
  await page.goto(PATHS.myBookings, { waitUntil: 'commit' })
  const refresh = page.getByRole('button', { name: commonText.refresh })
  await refresh.click()
  await expect(refresh).toHaveAttribute('data-pressed')
  await expect(waiting(page)).toHaveCount(1)
  const refreshed = page.waitForRequest('**/api/my-bookings*')
  release()
  await refreshed
  await expect(waiting(page)).toHaveCount(0)
})

test('between two pages there is no empty one', async ({ faultProxy, page }) => {
  await setUpSignedInRider(page)
  await visit(page, PATHS.home)
  await page.addInitScript(() =>
    requestAnimationFrame(() => {
      document.documentElement.dataset.first = document.querySelector('.page-foot') ? 'whole' : 'part'
    })
  )
  faultProxy.divide(PATHS.myBookings, html => html.split(/(?=<main|<h1|<\/main>)/))
  await linkTo(page, PATHS.myBookings).click()
  await page.waitForURL(PATHS.myBookings)
  await expect(page.locator('html')).toHaveAttribute('data-first', 'whole')
})

test('a press in the account menu is answered while the code of its dialog loads', async ({ page }) => {
  await setUpSignedInRider(page)
  await visit(page, PATHS.profile)
  const release = await hold(page, '**/_astro/account-dialogs.*.js')
  await page.getByRole('button', { name: accountText.changePassword }).click()
  await expect(waiting(page)).toHaveCount(1)
  release()
  await expect(page.getByRole('dialog', { name: accountText.changePassword })).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})
