import { expect, type Page } from 'playwright/test'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import { pageIncomplete, reloadPage } from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { extend } from '#messages/my-bookings/ride-card.ts'
import { completePaymentLabel } from '#messages/payments/payments.ts'
import {
  chooseRide,
  createOrder,
  createPaidRide,
  dayInStrip,
  expectText,
  sandboxDialog
} from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  setUpSignedInRider,
  signUpRider,
  visit,
  waitForHydration
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// Code that a page loads with a press, and that does not come although the site answers. A browser that keeps the
// failure needs 'Reload'; what was typed and chosen stands there again.

const press = (page: Page, name: string) => page.getByRole('button', { exact: true, name }).click()

interface Presses {
  /** What is typed and chosen before. */
  choose?: () => Promise<void>
  parts: readonly string[]
  pressed: () => Promise<void>
}

/** Presses while the files of the parts are lost, then 'Reload', then presses again. */
async function pressTwice(page: Page, { choose, parts, pressed }: Presses): Promise<void> {
  const files = new RegExp(`/_astro/(${parts.join('|')})\\.`)
  await page.route(files, route => route.abort())
  await choose?.()
  await pressed()
  await expectText(page, pageIncomplete)
  await page.unroute(files)
  await press(page, reloadPage)
  await page.waitForEvent('load')
  await waitForHydration(page)
  await pressed()
  await expect(page.getByText(pageIncomplete)).toHaveCount(0)
}

test('the sign-in stays until the form of a new account stands in its place', async ({ page }) => {
  await visit(page, '/auth')
  const leastFields = await page.evaluateHandle(() => {
    const least = { count: Number.POSITIVE_INFINITY }
    const look = () => {
      const shown = [...document.querySelectorAll('input')].filter(field => field.checkVisibility())
      least.count = Math.min(least.count, shown.length)
      requestAnimationFrame(look)
    }
    look()
    return least
  })
  await press(page, auth.createAccount)
  await expect(page.getByLabel(account.phoneNumber)).toBeVisible()
  expect(await leastFields.evaluate(({ count }) => count)).toBe(2)
})

test('a visitor opens the form of a new account, and another one signs in', async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await visit(page, '/auth')
  await pressTwice(page, { parts: ['sign-up-form'], pressed: () => press(page, auth.createAccount) })
  await expect(page.getByLabel(account.phoneNumber)).toBeVisible()
  await visit(page, '/auth')
  await pressTwice(page, {
    choose: () => page.getByLabel(account.email).fill(rider.email),
    parts: ['sign-in'],
    pressed: async () => {
      await page.getByLabel(account.password, { exact: true }).fill(rider.password)
      await press(page, auth.signIn)
    }
  })
  await page.waitForURL('/')
})

test('a rider books the ride that was chosen', async ({ page }) => {
  const { scooter } = await setUpSignedInRider(page)
  const pay = page.getByRole('button', { name: new RegExp(`${labels.bookNow}|${completePaymentLabel}`) })
  await visit(page, `/booking/${scooter.id}`)
  await page.route('**/_astro/month-calendar.*.js', route => route.abort())
  await press(page, booking.moreDates)
  // The native field replaces the calendar.
  await expect(page.getByRole('dialog', { name: booking.chooseDate }).getByLabel(labels.date)).toBeVisible()
  for (const part of ['pay-order', 'sandbox-checkout']) {
    await visit(page, `/booking/${scooter.id}`)
    await pressTwice(page, {
      choose: () => chooseRide(page, 2, '10:00', '3 hours'),
      parts: [part],
      pressed: () => pay.click()
    })
    await expect(sandboxDialog(page)).toBeVisible()
    await expect(dayInStrip(page, 2)).toBeChecked()
    await expect(page.getByRole('combobox', { name: labels.startTime })).toContainText('10:00')
    await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeChecked()
  }
})

test('a rider opens what a ride can do, and pays for a hold', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await createPaidRide(page, rider.token, scooter.id, 2, '10:00')
  await visit(page, '/my-bookings')
  await pressTwice(page, { parts: ['all-dialogs'], pressed: () => press(page, myBookings.manageRide) })
  await expect(page.getByRole('button', { name: extend })).toBeVisible()
  await createOrder(page, rider.token, scooter.id, 3, '10:00')
  await visit(page, '/my-bookings')
  await pressTwice(page, { parts: ['resume-payment'], pressed: () => press(page, completePaymentLabel) })
  await expect(sandboxDialog(page)).toBeVisible()
})

test('a rider changes the password, and toasts whose code does not load are plain', async ({ page }) => {
  await setUpSignedInRider(page)
  await visit(page, '/profile')
  const name = page.getByLabel(account.fullName)
  await pressTwice(page, {
    choose: () => name.fill('Typed before'),
    parts: ['account-dialogs', 'toasts'],
    pressed: () => press(page, account.change)
  })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(name).toHaveValue('Typed before')
})
