import { expect } from 'playwright/test'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { offlineNow } from '#messages/my-bookings/my-bookings.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
import * as rides from '#messages/rides.ts'
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

  await card.getByRole('button', { name: rideCard.returnAction }).tap()
  const question = page.getByRole('alertdialog', { name: rides.returnQuestion })
  await expect(question).toContainText(text.noRefundForRemainingTime)
  await expect(question.getByRole('button', { name: rideCard.keepRiding })).toBeFocused()
  expect(await violationsInBothThemes(page, 'the question before a ride is ended')).toEqual([])
  expect(await horizontalOverflow(page, 'the question before a ride is ended')).toEqual([])
  await question.getByLabel(text.choosePhoto).setInputFiles({ ...LICENCE_FILE, name: 'parked.png' })
  await expect(question.locator('img')).toBeVisible()

  await context.setOffline(true)
  await question.getByRole('button', { name: rides.endRide }).tap()
  await expectText(page, text.photoNotKept)
  await expect(page.getByText(offlineNow).filter({ visible: true })).toBeVisible()
  await expect(question).toBeHidden()
  await expect(card).toContainText(/^.*Return saved at/)
  await expect(card).toContainText(rideCard.returnSentLater)
  await expect(card).not.toContainText('Active')
  await expect(card.getByText(pin)).toBeVisible()
  const support = await page.locator('[data-support]').boundingBox()
  expect(support).toMatchObject({ height: 48, width: 48 })
  expect(await violationsInBothThemes(page, 'a return that waits')).toEqual([])
  await context.setOffline(false)
  await expectText(page, rides.rideEnded)
  await expect(card).toHaveCount(0)
  const past = page.getByRole('listitem').filter({ hasText: SCOOTER }).filter({ hasText: 'Completed' })
  await expect(past.first()).toContainText(/2\sh|\d+\smin/)
  await expect(async () => {
    expect(await page.evaluate(() => document.body.textContent)).not.toContain(pin)
    expect(await page.evaluate(() => localStorage.getItem('savedBookings'))).not.toContain(pin)
  }).toPass()
})
