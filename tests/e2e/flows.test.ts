import { expect, type Page } from 'playwright/test'
import { dateText, dayText } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as profileText from '#messages/account/profile.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { test } from './backends/test.ts'
import { chooseRide, dayFromToday, expectText, pressBookNow } from './helpers/booking.ts'
import { seedRiderSession, signIn, visit } from './helpers/people.ts'

// A rider's flows on the embedded and on an external backend, with the device in New York and UTC
// (tests/playwright.config.ts). Every time is India's. On the external backend the tests of a time zone share a
// scooter, so each test books another day.

const card = (page: Page, scooter: string) => page.getByRole('article').filter({ hasText: scooter })

test('a rider books from Home in three taps, moves to another property, and signs out', async ({
  page,
  scenario,
  target
}) => {
  const { other_property, rider, scooter } = scenario
  await page.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem('taps'))
    addEventListener('pointerdown', () => sessionStorage.setItem('taps', String(count() + 1)), true)
  })
  await seedRiderSession(page, rider)
  await visit(page, '/')
  await page.getByRole('link', { name: commonText.bookNow }).click()
  await expect(page).toHaveURL(`/booking/${scooter.id}`)
  const summary = page.getByRole('complementary').filter({ hasText: bookingText.summary })
  await expect(summary).toContainText('1 hour')
  await pressBookNow(page)
  await target.pressInPayment(page, 'pay')
  await expect(page).toHaveURL('/my-bookings')
  await expect(card(page, scooter.name).first()).toContainText(/\d{6}/)
  expect(await page.evaluate(() => sessionStorage.getItem('taps'))).toBe('3')

  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.dateOfBirth)).toHaveValue('1995-06-15')
  await page
    .getByLabel(commonText.property, { exact: true })
    .selectOption({ label: accountText.propertyOption(other_property) })
  await expectText(page, profileText.propertyChangeWarning)
  await page.getByRole('button', { name: commonText.save }).click()
  await expectText(page, profileText.saved)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: other_property.name })).toBeVisible()

  const menu = page.getByRole('button', { name: appShellText.menu })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: appShellText.riderBar.logout }).click()
  await expect(page).toHaveURL('/auth')
  await expectText(page, appShellText.loggedOut)
  await visit(page, '/my-bookings')
  await expect(page).toHaveURL('/auth?next=/my-bookings')
})

test('a rider books over midnight with a double press, pays after a declined payment, and sees the PIN', async ({
  page,
  scenario,
  target
}) => {
  const { property, rider, scooter } = scenario
  let orders = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/bookings/hourly')) orders += 1
  })
  await signIn(page, rider)
  await expectText(page, authText.welcomeBack)
  await expect(page.getByRole('heading', { level: 1, name: property.name })).toBeVisible()
  await page.getByRole('link', { name: commonText.bookNow }).click()
  await expect(page).toHaveURL(`/booking/${scooter.id}`)
  await chooseRide(page, 2, '23:30', '1 hour')
  await page.getByRole('button', { name: commonText.bookNow }).dblclick()
  await target.pressInPayment(page, 'decline')
  await target.pressInPayment(page, 'pay')

  await expect(page).toHaveURL('/my-bookings')
  await expectText(page, paymentsText.paymentSucceeded)
  const ride = card(page, scooter.name)
  for (const line of [
    'Upcoming',
    myBookingsText.readyForUse,
    myBookingsText.scooterPin,
    dateText(dayFromToday(2)),
    dayText(dayFromToday(3))
  ])
    await expect(ride).toContainText(line)
  await expect(ride).toContainText(/11:30\s*pm/)
  await expect(ride).toContainText(/12:30\s*am/)
  await expect(ride).toContainText(/\d{6}/)
  expect(orders).toBe(1)
})
