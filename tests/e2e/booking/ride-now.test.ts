import { expect } from 'playwright/test'
import { firstBookableStart } from '#domain/bookings/start-times.ts'
import { addMinutes, clockOf, clockText } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { showServerTimeOfPage } from '#tests/e2e/helpers/clock.ts'
import { callAsAdmin, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a guest who stands beside a scooter takes it now, and reads its PIN', async ({ page }) => {
  const { property, scooter } = await setUpSignedInRider(page)
  await callAsAdmin('PUT', `/properties/${property.id}/settings`, { lead_minutes: 0 })
  // The server takes this start, whatever the time is. For the page it has just begun.
  const start = firstBookableStart(new Date(), { lead_minutes: 0 })
  await page.clock.setSystemTime(addMinutes(start, 1))
  await showServerTimeOfPage(page)
  const text = bookingText.startText(clockText(clockOf(start)), true)

  await visit(page, '/')
  await page.getByRole('link', { name: commonText.bookNow }).click()
  await page.getByRole('radio', { name: text }).check()
  await expect(page.getByRole('combobox', { name: commonText.startTime })).toHaveValue(clockOf(start))
  await expect(page.getByRole('complementary').filter({ hasText: bookingText.summary })).toContainText(text)
  await expectText(page, bookingText.noCancellationNow)
  expect(await violationsInBothThemes(page, 'a start that has begun')).toEqual([])
  expect(await horizontalOverflow(page, 'a start that has begun')).toEqual([])

  await pressBookNow(page)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  const card = page.getByRole('article').filter({ hasText: scooter.name })
  await expect(card).toContainText(scooter.otp_pin)
  await expect(card).toContainText('Active')
})
