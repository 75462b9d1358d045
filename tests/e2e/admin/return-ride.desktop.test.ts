import { expect, type Page } from 'playwright/test'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { accessibilityViolations } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab, openBooking, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { DEMO_RIDER, LICENCE_FILE, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

// The demo has rides under way, because no ride can be booked for now.

/** The row of the ride under way. After midnight in India, it may have begun yesterday. */
function rowOfRide(page: Page, email: string, scooter: string) {
  const startedOn = new RegExp(`${commonText.today}|${listsText.yesterday}`)
  return row(page, email).filter({ hasText: scooter }).filter({ hasText: startedOn })
}

/** Opens the panel of a booking from the list. */
async function openPanel(page: Page, email: string, scooter: string) {
  await openAdminTab(page, 'bookings')
  await page.getByRole('searchbox').fill(email)
  const ride = rowOfRide(page, email, scooter)
  await expect(ride).toHaveCount(1)
  return openBooking(page, ride)
}

test(
  'a rider ends a ride by keyboard, and an admin sees the photo of the parked scooter, and ends another with a reason',
  NIGHTLY,
  async ({ otherPage: riders, page }) => {
    await signIn(riders, DEMO_RIDER)
    await visit(riders, '/my-bookings')
    const card = riders.getByRole('article').filter({ hasText: 'Vida V1 Pro · A3' })
    const returnAction = card.getByRole('button', { name: rideCardText.returnAction })
    await returnAction.focus()
    await riders.keyboard.press('Enter')
    const question = riders.getByRole('alertdialog', { name: commonText.returnQuestion })
    await expect(question.getByRole('button', { name: rideCardText.keepRiding })).toBeFocused()
    await riders.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(returnAction).toBeFocused()
    await riders.keyboard.press('Enter')
    await question.getByLabel(manageRideText.choosePhoto).setInputFiles(LICENCE_FILE)
    await question.getByRole('button', { name: rideCardText.keepRiding }).focus()
    await riders.keyboard.press('Tab')
    await riders.keyboard.press('Enter')
    await expectText(riders, commonText.rideEnded)
    await expect(card).toHaveCount(0)

    const panel = await openPanel(page, DEMO_RIDER.email, 'Vida V1 Pro · A3')
    const ride = rowOfRide(page, DEMO_RIDER.email, 'Vida V1 Pro · A3')
    await expect(ride).toContainText(/\b\d+ h(?: \d+ min)?\b|\b\d+ min\b/)
    await clickButton(panel, ridesText.returnPhoto.title)
    const photo = page.getByRole('dialog', { name: ridesText.returnPhoto.title })
    await expect(photo.locator('img')).toBeVisible()
    await expect(photo.getByRole('link', { name: ridesText.returnPhoto.save })).toHaveAttribute(
      'download',
      'return.png'
    )
    await expect(panel.getByRole('button', { name: ridesText.returning.action })).toHaveCount(0)
    expect(await accessibilityViolations(page, 'the photo of a returned scooter')).toEqual([])

    await clickButton(photo, commonText.close)
    await clickButton(panel, commonText.close)
    await openPanel(page, 'meera@demo.test', 'Ola S1 Air · B2')
    await clickButton(panel, ridesText.returning.action)
    const ending = page.getByRole('alertdialog', { name: ridesText.returning.question })
    await expect(ending).toContainText('Ola S1 Air · B2')
    expect(await accessibilityViolations(page, 'the question before an admin ends a ride')).toEqual([])
    await clickButton(ending, ridesText.returning.action)
    await expect(ending).toContainText(formsText.reasonRequired)
    await expect(ending.getByLabel(formsText.reason)).toBeFocused()
    await page.keyboard.type('The rider called')
    await page.keyboard.press('Enter')
    await expectText(page, ridesText.returning.done)
    await expect(ending).toBeHidden()
    await expect(panel.getByRole('button', { name: ridesText.returning.action })).toHaveCount(0)
  }
)
