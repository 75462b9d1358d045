import { expect, test } from 'playwright/test'
import * as common from '#messages/common.ts'
import * as home from '#messages/home.ts'
import * as mine from '#messages/my-bookings.ts'
import { says } from './helpers/booking.ts'
import { riderAtPlace, visit } from './helpers/people.ts'

test.describe('the home screen', () => {
  test('loads with its words and shows property, price and scooters', async ({ page }) => {
    const { property, scooter } = await riderAtPlace(page)
    await visit(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(property.name)
    await says(page, home.currentProperty)
    await expect(page.getByRole('link', { name: home.changeProperty }).first()).toHaveAttribute('href', '/profile')
    await says(page, '₹50/hour')
    await says(page, scooter.name)
    await says(page, home.readyToRide)
  })

  test('offers no booking of a scooter in maintenance', async ({ page }) => {
    await riderAtPlace(page, 'Maintenance')
    await visit(page, '/')
    await says(page, home.availableScooters(0))
    await expect(page.getByRole('button', { name: home.currentlyUnavailable })).toBeDisabled()
    await expect(page.getByRole('link', { name: home.bookNow })).toHaveCount(0)
  })

  test('says that there are none', async ({ page }) => {
    await riderAtPlace(page)
    await page.route('**/scooters', route => route.fulfill({ json: [] }))
    await visit(page, '/')
    await says(page, home.noScooters)
  })

  test('says when they do not load, and tries again', async ({ page }) => {
    const { scooter } = await riderAtPlace(page)
    await page.route('**/scooters', route => route.fulfill({ body: '<h1>502</h1>', status: 502 }))
    await visit(page, '/')
    await says(page, home.loadFailed)
    await page.unroute('**/scooters')
    await page.getByRole('button', { name: common.tryAgain }).click()
    await says(page, scooter.name)
  })

  test('answers the wish for a longer rental', async ({ page }) => {
    await riderAtPlace(page)
    await visit(page, '/')
    await page.getByRole('button', { name: home.longTermButton }).click()
    await says(page, home.longTermSoon)
  })
})

test.describe('My Bookings', () => {
  test('is empty at first, and leads to the scooters', async ({ page }) => {
    await riderAtPlace(page)
    await visit(page, '/my-bookings')
    await says(page, mine.emptyTitle)
    await says(page, mine.emptyText)
    await page.getByRole('link', { name: mine.bookScooter }).click()
    await expect(page).toHaveURL('/')
  })

  test('says when they do not load, and keeps what is on screen when a refresh fails', async ({ page }) => {
    await riderAtPlace(page)
    let answers = 0
    page.on('response', response => {
      if (response.url().endsWith('/api/my-bookings')) answers += 1
    })
    await visit(page, '/my-bookings')
    await says(page, mine.emptyTitle)
    // The first answer, and the one half a second after arriving.
    await expect.poll(() => answers).toBe(2)
    await page.route('**/api/my-bookings', route => route.abort())
    await page.getByRole('button', { exact: true, name: mine.refresh }).click()
    await says(page, mine.loadFailed)
    await says(page, mine.emptyTitle)
  })

  test('asks again when the tab is seen again', async ({ page }) => {
    await riderAtPlace(page)
    await visit(page, '/my-bookings')
    await says(page, mine.emptyTitle)
    await expect(page.getByRole('button', { name: mine.refresh })).toBeVisible()
    const asked = page.waitForRequest('**/api/my-bookings')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await asked
  })
})

test('a sentence is said even when the network does not bring what draws it', async ({ page }) => {
  await riderAtPlace(page)
  await visit(page, '/')
  await page.route('**/_astro/toast-corner.*', route => route.abort())
  await page.getByRole('button', { name: home.longTermButton }).click()
  await says(page, home.longTermSoon)
})

test('support is one tap away on every screen', async ({ page }) => {
  await visit(page, '/auth')
  const support = page.getByRole('link', { name: common.contactSupport })
  await expect(support).toHaveAttribute('href', 'https://wa.me/919845012345?text=Hi%20ScootStay%2C%20I%20need%20help.')
  await expect(support).toHaveAttribute('target', '_blank')
  await expect(support).toHaveAttribute('rel', /noopener/)
})

test('support is told which scooter the page is about', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await visit(page, `/booking/${scooter.id}`)
  const chat = `https://wa.me/919845012345?text=${encodeURIComponent(common.askSupport(scooter.name))}`
  await expect(page.getByRole('link', { name: common.contactSupport })).toHaveAttribute('href', chat)
})

test('a stale cookie without a token leads to the sign-in, once', async ({ page }) => {
  await visit(page, '/auth')
  await page.context().addCookies([{ name: 'userType', url: new URL(page.url()).origin, value: 'user' }])
  await visit(page, '/my-bookings')
  await expect(page).toHaveURL('/auth?next=/my-bookings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
