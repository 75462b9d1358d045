import { expect } from 'playwright/test'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { DEMO_RIDER, LICENCE_FILE, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The demo has rides under way, because no ride can be booked for now.
const RIDING = { ...DEMO_RIDER, email: 'meera@demo.test' }
const SCOOTER = 'Ola S1 Air · B2'

test('a rider in a basement ends a ride: without its photo it is kept on the phone, sent with a network, and the PIN is gone', async ({
  context,
  page
}) => {
  await signIn(page, RIDING)
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: SCOOTER })
  await expect(card).toContainText('Active')
  const pin = await card.getByText(/^\d{6}$/).innerText()

  await card.getByRole('button', { name: rideCardText.returnAction }).tap()
  const question = page.getByRole('alertdialog', { name: commonText.returnQuestion })
  await expect(question).toContainText(manageRideText.noRefundForRemainingTime)
  await expect(question.getByRole('button', { name: rideCardText.keepRiding })).toBeFocused()
  expect(await violationsInBothThemes(page, 'the question before a ride is ended')).toEqual([])
  expect(await horizontalOverflow(page, 'the question before a ride is ended')).toEqual([])
  await question.getByLabel(manageRideText.choosePhoto).setInputFiles({ ...LICENCE_FILE, name: 'parked.png' })
  await expect(question.locator('img')).toBeVisible()

  await context.setOffline(true)
  await question.getByRole('button', { name: commonText.endRide }).tap()
  await expectText(page, manageRideText.photoNotKept)
  await expect(page.getByText(myBookingsText.offlineNow).filter({ visible: true })).toBeVisible()
  await expect(question).toBeHidden()
  await expect(card).toContainText(/^.*Return saved at/)
  await expect(card).toContainText(rideCardText.returnSentLater)
  await expect(card).not.toContainText('Active')
  await expect(card.getByText(pin)).toBeVisible()
  const support = await page.locator('[data-support]').boundingBox()
  expect(support).toMatchObject({ height: 48, width: 48 })
  expect(await violationsInBothThemes(page, 'a return that waits')).toEqual([])
  await context.setOffline(false)
  await expectText(page, commonText.rideEnded)
  await expect(card).toHaveCount(0)
  const past = page.getByRole('listitem').filter({ hasText: SCOOTER }).filter({ hasText: 'Completed' })
  await expect(past.first()).toContainText(/2\sh|\d+\smin/)
  await expect(async () => {
    expect(await page.evaluate(() => document.body.textContent)).not.toContain(pin)
    expect(await page.evaluate(() => localStorage.getItem('savedBookings'))).not.toContain(pin)
  }).toPass()
})
