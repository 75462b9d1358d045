import { expect, type Page } from 'playwright/test'
import { clockText, dateText, spokenDayText } from '#domain/time/india-time.ts'
import * as supportText from '#messages/app-shell.ts'
import { startTooFar } from '#messages/booking/booking-responses.ts'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import * as labels from '#messages/labels.ts'
import * as help from '#messages/my-bookings/manage-ride.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { createOrder, createPaidRide, dayFromToday, dayInStrip, expectText } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const PHONE = '918045678901'

async function setUpAtProperty(page: Page, rules: object) {
  const place = await setUpSignedInRider(page)
  await callAsAdmin('PUT', `/properties/${place.property.id}/settings`, rules)
  return place
}

const slot = (page: Page, clock: string, reason: string | null) =>
  page.getByRole('radio', {
    exact: true,
    name: bookingTimes.timeAccessibleLabel(clockText(clock), spokenDayText(dayFromToday(2)), reason)
  })

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

test('a link to a date beyond the limit shows the reason and the first day', async ({ page }) => {
  const { scooter } = await setUpAtProperty(page, { max_days_ahead: 3 })
  await visit(page, `/booking/${scooter.id}?date=${dayFromToday(9)}&time=18:00&hours=1`)
  await expectText(page, startTooFar(3))
  await expect(page.getByRole('combobox', { name: labels.startTime })).toHaveValue('')
})

test('the times around the ride of another rider are taken, and those around the own ride are not', async ({
  page
}) => {
  const { property, rider, scooter } = await setUpAtProperty(page, { buffer_minutes: 60 })
  const rival = await signUpRider(property.id)
  await createOrder(page, rival.token, scooter.id, 2, '20:00')
  await createPaidRide(page, rider.token, scooter.id, 2, '17:00')
  await visit(page, `/booking/${scooter.id}`)
  await dayInStrip(page, 2).check()
  await page.getByRole('button', { name: 'Evening' }).click()
  await expect(slot(page, '18:00', null)).toBeEnabled()
  await expect(slot(page, '18:30', bookingTimes.notFreeFor('1 hour'))).toBeDisabled()
  for (const clock of ['19:00', '19:30', '20:30', '21:30'])
    await expect(slot(page, clock, bookingTimes.taken)).toBeDisabled()
  await expect(slot(page, '22:00', null)).toBeEnabled()
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
