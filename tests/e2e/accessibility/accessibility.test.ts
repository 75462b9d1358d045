import { expect } from 'playwright/test'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as common from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as home from '#messages/home.ts'
import * as labels from '#messages/labels.ts'
import { LEGAL_LINKS } from '#messages/legal/links.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as rides from '#messages/rides.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { chooseRide, createOrder, expectText, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { DEMO_RIDER, disableSsrData, setUpSignedInRider, signIn, visit } from '#tests/e2e/helpers/people.ts'

test('every rider screen has no accessibility violations', async ({ page }) => {
  const faults: string[] = []
  const check = async (screen: string) => void faults.push(...(await violationsInBothThemes(page, screen)))
  await visit(page, '/auth')
  await check('sign-in')
  await page.getByRole('button', { name: auth.createAccount }).click()
  await expectText(page, account.fullName)
  await check('sign-up')
  await page.getByRole('button', { name: auth.createAccount }).click()
  await expectText(page, auth.signUpIncomplete)
  await check('sign-up with nothing filled in')
  await signIn(page, DEMO_RIDER)
  await expectText(page, home.readyToRide)
  await check('home')
  await page.getByRole('link', { name: labels.bookNow }).first().click()
  await chooseRide(page, 8, '10:00', 'Quick Hop')
  await check('booking')
  await page.getByRole('button', { name: booking.moreDates }).click()
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
  await check('calendar')
  await visit(page, '/my-bookings')
  for (const title of [myBookings.currentAndUpcoming, myBookings.pastBookings]) await expectText(page, title)
  await check('my bookings')
  for (const { path, text } of LEGAL_LINKS) {
    await visit(page, path)
    await check(text)
  }
  await visit(page, '/nowhere')
  await check('404')
  expect(faults).toEqual([])
})

test('the profile, an empty list, a hold, a confirmation, a toast and error pages have no accessibility violations', async ({
  faultProxy,
  page
}) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  const faults: string[] = []
  const check = async (screen: string) => void faults.push(...(await violationsInBothThemes(page, screen)))
  await visit(page, '/profile')
  await expect(page.getByLabel(account.fullName)).toHaveValue('Asha Rao')
  await check('profile')
  await page.getByLabel(labels.property, { exact: true }).selectOption({ index: 0 })
  await page.getByLabel(account.fullName).fill('')
  await page.getByRole('button', { name: labels.save }).click()
  await expectText(page, account.fieldMissing.name)
  await check('profile with a name missing')
  await visit(page, '/my-bookings')
  await expectText(page, myBookings.emptyTitle)
  await check('no bookings')
  await createOrder(page, rider.token, scooter.id, 2, '20:00')
  await clickButton(page, labels.refresh)
  await expectText(page, myBookings.paymentRequired)
  await check('a hold')
  await clickButton(page, labels.cancelBooking)
  await expect(page.getByRole('alertdialog', { name: rides.cancelQuestion })).toBeVisible()
  await check('the question before a hold is cancelled')
  await visit(page, `/booking/${scooter.id}`)
  await page.getByRole('combobox', { name: labels.startTime }).selectOption({ label: booking.chooseTime })
  await pressBookNow(page)
  await expectText(page, booking.choosePlanFirst)
  await check('booking with nothing chosen')
  await visit(page, '/')
  await clickButton(page, home.longTermButton)
  // The focus pauses the toast's timer.
  await page.getByRole('button', { name: common.dismiss }).focus()
  await check('a toast')
  await disableSsrData(page)
  faultProxy.fail(/\/scooters$/, 'cut')
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: home.loadFailed })).toBeVisible()
  await check('home over a broken line')
  faultProxy.restore()
  await clickButton(page, common.tryAgain)
  await expectText(page, home.readyToRide)
  await expect(page.getByRole('main')).toBeFocused()
  await visit(page, '/500')
  await expectText(page, common.errorTitle)
  await check('500')
  expect(faults).toEqual([])
})
