import { expect, type Page } from 'playwright/test'
import { dateText } from '#domain/time/india-time.ts'
import * as supportText from '#messages/app-shell.ts'
import * as bookingTimes from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as help from '#messages/my-bookings/manage-ride.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { createPaidRide, dayFromToday, dayInStrip } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const PHONE = '918045678901'

async function setUpAtProperty(page: Page, rules: object) {
  const place = await setUpSignedInRider(page)
  await callAsAdmin('PUT', `/properties/${place.property.id}/settings`, rules)
  return place
}

test('a rider is offered the days and durations of the property, also by keyboard', async ({ page }) => {
  const { scooter } = await setUpAtProperty(page, { max_days_ahead: 3, max_ride_hours: 6 })
  await visit(page, `/booking/${scooter.id}`)
  await expect(dayInStrip(page, 3)).toBeVisible()
  await expect(dayInStrip(page, 4)).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^6 hours/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^12 hours/ })).toHaveCount(0)
  await dayInStrip(page, 2).focus()
  await page.keyboard.press('End')
  await expect(dayInStrip(page, 3)).toBeChecked()
  await page.getByRole('button', { name: bookingTimes.moreDates }).press('Enter')
  const calendar = page.getByRole('dialog', { name: bookingTimes.chooseDate })
  const day = (days: number) => calendar.getByRole('button', { name: dateText(dayFromToday(days)) })
  await expect(day(3)).toBeEnabled()
  // The next month is not shown at all.
  await expect(day(4).and(page.locator(':enabled'))).toHaveCount(0)
})

test("support links about a scooter or a booking use the property's own number", async ({ page }) => {
  const { rider, scooter } = await setUpAtProperty(page, { support_phone: PHONE })
  const id = await createPaidRide(page, rider.token, scooter.id, 2, '10:00')
  const chat = (message: string) => `https://wa.me/${PHONE}?text=${encodeURIComponent(message)}`
  const support = page.getByRole('link', { name: supportText.contactSupport })
  for (const query of ['', '?hours=1']) {
    await visit(page, `/booking/${scooter.id}${query}`)
    await expect(support).toHaveAttribute('href', chat(supportText.supportRequest(scooter.name)))
  }
  await visit(page, '/my-bookings')
  await page.getByRole('button', { name: myBookings.manageRide }).click()
  await page.getByRole('dialog').getByRole('button', { name: myBookings.getHelp }).click()
  const dialog = page.getByRole('dialog', { name: help.helpTitle })
  const message = myBookings.bookingSupportRequest(scooter.name, dateText(dayFromToday(2)), id)
  await expect(dialog.getByRole('link', { name: labels.chatWithSupport })).toHaveAttribute('href', chat(message))
})
