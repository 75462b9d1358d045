import { expect, type Page } from 'playwright/test'
import { dateText } from '#domain/time/india-time.ts'
import * as supportText from '#messages/app-shell.ts'
import * as bookingTimes from '#messages/booking/booking.ts'
import { dayFromToday, dayInStrip } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const PHONE = '918045678901'

async function setUpAtProperty(page: Page, rules: object) {
  const place = await setUpSignedInRider(page)
  await callAsAdmin('PUT', `/properties/${place.property.id}/settings`, rules)
  return place
}

test("a rider is offered the property's days, durations and support number, also by keyboard", async ({ page }) => {
  const { scooter } = await setUpAtProperty(page, {
    max_days_ahead: 3,
    max_ride_hours: 6,
    support_phone: PHONE
  })
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
  await page.keyboard.press('Escape')
  const chat = `https://wa.me/${PHONE}?text=${encodeURIComponent(supportText.supportRequest(scooter.name))}`
  await expect(page.getByRole('link', { name: supportText.contactSupport })).toHaveAttribute('href', chat)
})
