import { expect } from 'playwright/test'
import { firstBookableDay } from '#domain/bookings/start-times.ts'
import { dateText, dayText, weekdayOf } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import * as receiptsText from '#messages/receipts.ts'
import { PICTURE, RIDER } from '../../fakes/second-backend/seed.ts'
import { chooseRide, dayFromToday, expectText, pressBookNow } from '../helpers/booking.ts'
import { cardPayment, pressInCardPayment } from '../helpers/card-provider.ts'
import { openApi, seedRiderSession, signIn, visit } from '../helpers/people.ts'
import { PUBLIC_KEY, signUpExternalRider, test } from './backend.ts'

// The site on an external backend, with the device in UTC (tests/playwright.config.ts).
// Its calls cannot create a scooter, so each test books on a different day.

test('a rider books a plan over midnight, pays and reads the PIN', async ({ page }) => {
  await seedRiderSession(page, await signUpExternalRider())
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1, name: 'Lakeview Residency' })).toBeVisible()
  await page.getByRole('link', { name: commonText.bookNow }).first().click()
  await expect(page).toHaveURL('/booking/11')
  await chooseRide(page, 2, '23:00', 'Errand Run')
  await expect(page.getByText('Old Deal')).toHaveCount(0)
  await expect(page.getByText(bookingText.holdNotice)).toHaveCount(0)
  await expect(page.getByText('By booking you agree')).toHaveCount(0)
  await pressBookNow(page)
  await expect(cardPayment(page)).toContainText(`INR 135 to ${PUBLIC_KEY}`)
  await pressInCardPayment(page, 'Pay')

  await expect(page).toHaveURL('/my-bookings')
  await expectText(page, paymentsText.paymentSucceeded)
  const card = page.getByRole('article').filter({ hasText: 'Ather 450X' })
  await expect(card).toContainText('Upcoming')
  await expect(card).toContainText(myBookingsText.readyForUse)
  await expect(card).toContainText(myBookingsText.scooterPin)
  await expect(card).toContainText('482913')
  await expect(card).toContainText(dateText(dayFromToday(2)))
  await expect(card).toContainText(/11:00\s*pm/)
  await expect(card).toContainText(/2:00\s*am/)
  await expect(card).toContainText(dayText(dayFromToday(3)))
})

test('the site has no receipts, which its backend does not give', async ({ page }) => {
  await seedRiderSession(page, await signUpExternalRider())
  expect((await page.goto('/receipt/11'))?.status()).toBe(404)
  await visit(page, '/my-bookings')
  await expect(page.getByRole('link', { name: receiptsText.receipt })).toHaveCount(0)
})

test("the site has none of the operator's pages, which are about its own backend, and no link to them", async ({
  page
}) => {
  for (const { path } of legalLinksText.LEGAL_LINKS) expect((await page.goto(path))?.status()).toBe(404)
  for (const path of ['/auth', '/admin/auth']) {
    await visit(page, path)
    await expect(page.getByRole('navigation', { name: legalLinksText.legalPages })).toHaveCount(0)
  }
  await visit(page, '/auth')
  await page.getByRole('button', { name: authText.createAccount }).click()
  await expect(page.getByLabel(accountText.fullName)).toBeVisible()
  await expect(page.getByText('By creating an account')).toHaveCount(0)
})

test('Profile offers neither a file of the own data nor a deletion, which this backend has not', async ({ page }) => {
  await signIn(page, RIDER)
  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.fullName)).toHaveValue(/./)
  for (const name of [accountText.downloadOwnData, accountText.deleteAccount])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('Home and My Bookings show scooters and bookings without optional fields, and times without a zone', async ({
  page
}) => {
  await signIn(page, RIDER)
  await expectText(page, homeText.availableScooters(2))
  // Its plan for the weekend costs less.
  const isWeekend = ['saturday', 'sunday'].includes(weekdayOf(firstBookableDay(new Date())))
  await expectText(page, isWeekend ? '₹35/hour' : '₹45/hour')
  await expect(page.locator(`img[src="${PICTURE}"]`)).toBeVisible()
  await expect(page.getByRole('button', { name: homeText.currentlyUnavailable })).toBeDisabled()
  await expect(page.getByRole('heading', { name: homeText.when })).toHaveCount(0)
  await expect(page.getByText(/null|undefined|NaN/)).toHaveCount(0)

  await visit(page, '/my-bookings')
  const current = page.getByRole('article')
  await expect(current).toHaveCount(3)
  await expect(current.nth(0)).toContainText('Active')
  await expect(current.nth(0)).toContainText('730264')
  await expect(current.nth(1)).toContainText('Mon 15 Jun 2099')
  await expect(current.nth(1)).toContainText(/7:00\s*pm/)
  await expect(current.nth(1)).toContainText(/1:00\s*am/)
  await expect(current.nth(2)).toContainText('Payment Pending')
  await expect(current.nth(2)).toContainText(myBookingsText.completeToConfirm)
  await expect(current.nth(2).getByRole('timer')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'TVS iQube' }).first()).toContainText(
    'Fri 10 Jan 2025 · 6:00 – 9:00\u00a0pm'
  )
  await page.getByText(myBookingsText.ridesCount(myBookingsText.notConfirmedTitle, 1)).click()
  await expectText(page, 'Sun 12 Jan 2025 · 1:30 – 2:30\u00a0am')

  await page.getByRole('button', { name: paymentsText.completePaymentLabel }).click()
  await expectText(page, paymentsText.bookAgainToPay)
  await expect(page).toHaveURL('/')
})

test('the site has no API of its own', async () => {
  const api = await openApi()
  for (const path of ['/api/properties', '/api/health', '/api/uploads/license', '/api'])
    expect((await api.get(path)).status(), path).toBe(404)
})
