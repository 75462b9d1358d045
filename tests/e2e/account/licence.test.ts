import { expect, type Page } from 'playwright/test'
import { plainDateText } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as profileText from '#messages/account/profile.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as uploadsText from '#messages/uploads.ts'
import { faultsInLargeText, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { chooseRide, dayFromToday, expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  LICENCE_FILE,
  setUpSignedInRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { decideLicence } from '#tests/e2e/helpers/review.ts'
import { choosePhoto, expectHome, fillSignUp, submitSignUp } from '#tests/e2e/helpers/sign-up.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// What a rider meets whose licence the desk reviews, or whose account it suspends.

const photoField = (page: Page) => page.getByLabel(authText.licencePhoto)
const card = (page: Page) => page.locator('#licence')
const press = (page: Page, name: string) => page.getByRole('button', { name }).tap()

test('a rejected rider reads why at Book Now, sends another photo, and books once it is approved', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '10:00', '3 hours')
  await decideLicence(rider.email, { decision: 'reject', reason: 'unreadable' })
  await pressBookNow(page)
  await expectText(page, bookingBlocksText.BLOCK_TEXTS.license_rejected)
  await expect(page.locator('#booking-block')).toBeFocused()
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeChecked()
  expect(await violationsInBothThemes(page, 'a rejected rider on the booking page')).toEqual([])
  await page.getByRole('link', { name: bookingBlocksText.openProfile }).tap()

  await expect(page).toHaveURL('/profile#licence')
  await expect(card(page)).toContainText(profileText.REJECTED_BECAUSE.unreadable)
  await expect(photoField(page)).toBeFocused()
  await press(page, profileText.sendLicence)
  await expect(photoField(page)).toHaveAccessibleDescription(new RegExp(authText.photoMissing))
  // Once it is chosen, it is uploaded.
  await page.context().setOffline(true)
  await photoField(page).setInputFiles(LICENCE_FILE)
  await press(page, profileText.sendLicence)
  await expect(photoField(page)).toHaveAccessibleDescription(new RegExp(uploadsText.networkUnreachable))
  expect(await violationsInBothThemes(page, 'a photo that failed')).toEqual([])
  await page.context().setOffline(false)
  await press(page, profileText.sendLicence)
  await expectText(page, profileText.licenceSent)
  await expect(card(page)).toContainText(profileText.licenceWaits)
  await expect(card(page)).toBeFocused()
  await expect(photoField(page)).toHaveCount(0)
  await visit(page, '/')
  await expectText(page, bookingBlocksText.BLOCK_TEXTS.license_unreviewed)

  await decideLicence(rider.email, { decision: 'approve', expires_on: dayFromToday(20) })
  await visit(page, `/booking/${scooter.id}`)
  await expect(page.getByText(bookingBlocksText.BLOCK_TEXTS.license_unreviewed)).toHaveCount(0)
  await chooseRide(page, 2, '10:00', '3 hours')
  await pressBookNow(page)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  await visit(page, '/profile')
  await expect(card(page)).toContainText(profileText.approvedUntil(dayFromToday(20)))
  await expect(card(page)).toContainText(plainDateText(dayFromToday(20)))
  await expect(page.getByRole('button', { name: profileText.uploadAgain })).toBeVisible()
  expect(await violationsInBothThemes(page, 'a licence that ends soon')).toEqual([])
  expect(await faultsInLargeText(page, 'a licence that ends soon')).toEqual([])
})

test('a property with a join code asks for it at sign-up, and takes only the right one', async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  await callAsAdmin('PUT', `/properties/${property.id}/settings`, { join_code: 'PALM2027' })
  await fillSignUp(page, { property: property.name })
  await choosePhoto(page)
  const code = page.getByLabel(accountText.joinCode)
  await submitSignUp(page)
  await expect(code).toHaveAccessibleDescription(new RegExp(accountText.joinCodeMissing))
  await code.fill('PALM2026')
  await submitSignUp(page)
  await expect(code).toHaveAccessibleDescription(new RegExp(accountText.joinCodeWrong))
  await expect(code).toBeFocused()
  expect(await violationsInBothThemes(page, 'a wrong join code')).toEqual([])
  await code.fill('palm-2027')
  await submitSignUp(page)
  await expectHome(page)
  await visit(page, '/profile')
  await expect(card(page)).toContainText(profileText.licenceWaits)
})
