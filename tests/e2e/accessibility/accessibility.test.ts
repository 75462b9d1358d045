import { expect } from 'playwright/test'
import * as auth from '#messages/auth.ts'
import * as booking from '#messages/booking.ts'
import * as givingUp from '#messages/cancel-hold.ts'
import * as common from '#messages/common.ts'
import * as home from '#messages/home.ts'
import * as mine from '#messages/my-bookings.ts'
import * as profile from '#messages/profile.ts'
import { faultsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { press } from '#tests/e2e/helpers/admin.ts'
import { choose, orderFor, pressBookNow, says } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/line.ts'
import { DEMO_RIDER, drawPagesEmpty, riderAtPlace, signIn, visit } from '#tests/e2e/helpers/people.ts'

test('every screen of a rider is accessible', async ({ page }) => {
  const faults: string[] = []
  const check = async (screen: string) => void faults.push(...(await faultsInBothThemes(page, screen)))
  await visit(page, '/auth')
  await check('sign-in')
  await page.getByRole('button', { name: auth.createAccount }).click()
  await says(page, auth.fullName)
  await check('sign-up')
  await page.getByRole('button', { name: auth.createAccount }).click()
  await says(page, auth.signUpIncomplete)
  await check('sign-up with nothing filled in')
  await signIn(page, DEMO_RIDER)
  await says(page, home.readyToRide)
  await check('home')
  await page.getByRole('link', { name: home.bookNow }).first().click()
  await choose(page, 8, '10:00', 'Quick Hop')
  await check('booking')
  await page.getByRole('button', { name: booking.moreDates }).click()
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
  await check('calendar')
  await visit(page, '/my-bookings')
  await says(page, mine.currentAndUpcoming)
  await check('my bookings')
  await visit(page, '/nowhere')
  await check('404')
  expect(faults).toEqual([])
})

test('the profile is accessible in all its states', async ({ page }) => {
  await riderAtPlace(page)
  await visit(page, '/profile')
  await expect(page.getByLabel(auth.fullName)).toHaveValue('Asha Rao')
  expect(await faultsInBothThemes(page, 'profile')).toEqual([])
  await page.getByLabel(auth.property, { exact: true }).selectOption({ index: 0 })
  await page.getByLabel(auth.fullName).fill('')
  await page.getByRole('button', { name: profile.save }).click()
  await says(page, profile.nameRequired)
  expect(await faultsInBothThemes(page, 'profile with a name missing')).toEqual([])
})

test('what a rider comes to by the way is accessible: nothing yet, a hold, a question, a toast, a fault', async ({
  line,
  page
}) => {
  const { rider, scooter } = await riderAtPlace(page)
  const faults: string[] = []
  const check = async (screen: string) => void faults.push(...(await faultsInBothThemes(page, screen)))
  await visit(page, '/my-bookings')
  await says(page, mine.emptyTitle)
  await check('no bookings')
  await orderFor(page, rider.token, scooter.id, 2, '20:00')
  await press(page, mine.refresh)
  await says(page, mine.paymentRequired)
  await check('a hold')
  await press(page, mine.giveUp)
  await expect(page.getByRole('alertdialog', { name: givingUp.giveUpQuestion })).toBeVisible()
  await check('the question whether to give up')
  await visit(page, `/booking/${scooter.id}`)
  await pressBookNow(page)
  await says(page, booking.choosePlanFirst)
  await check('booking with nothing chosen')
  await visit(page, '/')
  await press(page, home.longTermButton)
  // Whoever is at its button is not hurried.
  await page.getByRole('button', { name: common.dismiss }).focus()
  await check('a toast')
  await drawPagesEmpty(page)
  line.breaks(/\/scooters$/, 'cut')
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: home.loadFailed })).toBeVisible()
  await check('home over a broken line')
  line.mends()
  await press(page, common.tryAgain)
  await says(page, home.readyToRide)
  await expect(page.getByRole('main')).toBeFocused()
  await visit(page, '/500')
  await says(page, common.errorTitle)
  await check('500')
  expect(faults).toEqual([])
})
