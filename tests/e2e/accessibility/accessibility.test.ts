import { expect } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
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
  await page.getByRole('button', { name: authText.createAccount }).click()
  await expectText(page, accountText.fullName)
  await check('sign-up')
  await page.getByRole('button', { name: authText.createAccount }).click()
  await expectText(page, authText.signUpIncomplete)
  await check('sign-up with nothing filled in')
  await signIn(page, DEMO_RIDER)
  await expectText(page, homeText.readyToRide)
  await check('home')
  await page.getByRole('link', { name: commonText.bookNow }).first().click()
  await chooseRide(page, 8, '10:00', 'Quick Hop')
  await check('booking')
  await page.getByRole('button', { name: bookingText.moreDates }).click()
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
  await check('calendar')
  await visit(page, '/my-bookings')
  for (const title of [myBookingsText.currentAndUpcoming, myBookingsText.pastBookings]) await expectText(page, title)
  await check('my bookings')
  for (const { path, text } of legalLinksText.LEGAL_LINKS) {
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
  await expect(page.getByLabel(accountText.fullName)).toHaveValue('Asha Rao')
  await check('profile')
  await page.getByLabel(commonText.property, { exact: true }).selectOption({ index: 0 })
  await page.getByLabel(accountText.fullName).fill('')
  await page.getByRole('button', { name: commonText.save }).click()
  await expectText(page, accountText.fieldMissing.name)
  await check('profile with a name missing')
  await visit(page, '/my-bookings')
  await expectText(page, myBookingsText.emptyTitle)
  await check('no bookings')
  await createOrder(rider.token, scooter.id, 2, '20:00')
  await clickButton(page, commonText.refresh)
  await expectText(page, myBookingsText.paymentRequired)
  await check('a hold')
  await clickButton(page, commonText.cancelBooking)
  await expect(page.getByRole('alertdialog', { name: commonText.cancelQuestion })).toBeVisible()
  await check('the question before a hold is cancelled')
  await visit(page, `/booking/${scooter.id}`)
  await page.getByRole('combobox', { name: commonText.startTime }).selectOption({ label: bookingText.chooseTime })
  await pressBookNow(page)
  await expectText(page, bookingText.choosePlanFirst)
  await check('booking with nothing chosen')
  await visit(page, '/')
  await clickButton(page, homeText.longTermButton)
  // The focus pauses the toast's timer.
  await page.getByRole('button', { name: appShellText.dismiss }).focus()
  await check('a toast')
  await disableSsrData(page)
  faultProxy.fail(/\/scooters$/, 'cut')
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: homeText.loadFailed })).toBeVisible()
  await check('home over a broken line')
  faultProxy.restore()
  await clickButton(page, appShellText.tryAgain)
  await expectText(page, homeText.readyToRide)
  await expect(page.getByRole('main')).toBeFocused()
  await visit(page, '/500')
  await expectText(page, appShellText.errorTitle)
  await check('500')
  expect(faults).toEqual([])
})
