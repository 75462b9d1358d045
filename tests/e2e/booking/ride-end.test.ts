import { expect, type Page } from 'playwright/test'
import { PATHS } from '#domain/routes.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { createOrder, expectText, payInSandbox, payOrder } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, DEMO_RIDER, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { decideLicence } from '#tests/e2e/helpers/review.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// What a rider needs during a ride and at its end. The demo has rides under way and one that has just ended, because no
// ride can be booked for now.

const RIDING = { ...DEMO_RIDER, email: 'rohan@demo.test' }
/** The licence of the demo is rejected. */
const APPROVED = { decision: 'approve', expires_on: '2031-03-12' } as const
const ENDED = { ...DEMO_RIDER, email: 'zoya@demo.test' }

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')
test('with five news, the running ride has its PIN and its buttons in the first screen; the news are one line each', async ({
  page
}) => {
  await page.setViewportSize({ height: 740, width: 360 })
  await decideLicence(RIDING.email, APPROVED)
  await signIn(page, RIDING)
  const token = await tokenOf(page)
  for (const clock of ['06:00', '09:00', '12:00', '15:00', '18:00']) {
    const order = await createOrder(token, 'ather-rizta-l1', 9, clock)
    await payOrder(token, order)
    await callAsAdmin('POST', `/bookings/${order.session_id}/cancel`, { amount: order.amount / 100 })
  }
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: 'Active' })
  await expect(page.getByRole('article').first()).toContainText('Active')
  for (const part of [
    card.getByText(/^\d{6}$/),
    card.getByRole('button', { name: rideCardText.returnAction }),
    card.getByRole('button', { name: rideCardText.extend })
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  const news = page
    .locator('details', { hasText: myBookingsText.cancelledByUs })
    .filter({ hasText: myBookingsText.gotIt })
  await expect(news).toHaveCount(5)
  expect((await news.first().locator('summary').boundingBox())?.height).toBeLessThan(60)
  expect(await violationsInBothThemes(page, 'five news')).toEqual([])
  expect(await horizontalOverflow(page, 'five news')).toEqual([])
  await news.first().locator('summary').tap()
  await news.first().getByRole('button', { name: myBookingsText.gotIt }).tap()
  await expect(news).toHaveCount(4)
  await page.reload()
  await expect(news).toHaveCount(4)
})

test('from Home, which stays open: the PIN is there, an hour more takes three taps', async ({ page }) => {
  await decideLicence(RIDING.email, APPROVED)
  await signIn(page, RIDING)
  await visit(page, '/')
  const ride = page.locator('[data-next-ride] section')
  await expect(ride.getByText(/^\d{6}$/)).toBeInViewport()
  const before = await ride.locator('[data-time-left]').innerText()
  let taps = 0
  const tap = (name: RegExp | string, role: 'button' | 'link' = 'button') => {
    taps += 1
    return page.getByRole(role, { name }).tap()
  }
  await tap(rideCardText.extend, 'link')
  await tap(paymentsText.payAmount(60))
  await payInSandbox(page)
  taps += 1
  await expectText(page, /^Extended until /)
  expect(taps).toBe(3)
  expect(new URL(page.url()).pathname).toBe(PATHS.home)
  await expect(ride.locator('[data-time-left]')).not.toHaveText(before)
})

test('if the dialogs of Home do not load, My Bookings asks', async ({ page }) => {
  await signIn(page, RIDING)
  await page.route('**/_astro/ride-dialogs.*.js', route => route.abort())
  await visit(page, '/')
  await page.getByRole('link', { name: rideCardText.returnAction }).tap()
  await page.waitForURL(PATHS.myBookings)
  await page.getByRole('alertdialog').getByRole('button', { name: rideCardText.keepRiding }).tap()
})

test('a ride that has ended stays until it is returned: its PIN, an extension that continues it, its return in two taps', async ({
  page
}) => {
  await signIn(page, ENDED)
  await visit(page, '/')
  const ride = page.locator('[data-next-ride] section')
  await expect(ride).toContainText('Your ride ended at')
  await expect(ride.getByText(/^\d{6}$/)).toBeVisible()
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: 'Your ride ended at' })
  await expect(card.getByText(/^\d{6}$/)).toBeVisible()
  expect(await violationsInBothThemes(page, 'a ride that has ended')).toEqual([])
  const pin = await card.getByText(/^\d{6}$/).innerText()
  await card.getByRole('button', { name: rideCardText.extend }).tap()
  await page.getByRole('button', { name: /^Pay ₹/ }).tap()
  await payInSandbox(page)
  await expectText(page, /^Extended until /)
  const running = page.getByRole('article').filter({ hasText: 'Active' })
  await expect(running.getByText(pin)).toBeVisible()
  await expect(card).toHaveCount(0)
  await visit(page, '/')
  await expect(ride).not.toContainText('Your ride ended at')
  await ride.getByRole('link', { name: rideCardText.returnAction }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: commonText.endRide }).tap()
  await expectText(page, commonText.rideEnded)
  await expect(ride).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(PATHS.home)
})
