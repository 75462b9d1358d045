import { expect, type Page } from 'playwright/test'
import { firstBookableStart } from '#domain/bookings/start-times.ts'
import { bookingPath } from '#domain/routes.ts'
import { addMinutes, clockOf, clockText } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { showServerTimeOfPage } from '#tests/e2e/helpers/clock.ts'
import { callAsAdmin, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

/** Counts the presses in this tab, over all of its pages. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
    addEventListener('click', event => event.isTrusted && count(), true)
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps')))
}

test('a guest scans a scooter and reads its PIN two taps later', async ({ page }) => {
  const { property, scooter } = await setUpSignedInRider(page)
  await callAsAdmin('PUT', `/properties/${property.id}/settings`, { lead_minutes: 0 })
  // The server takes this start, whatever the time is. For the page it has just begun.
  const start = firstBookableStart(new Date(), { lead_minutes: 0 })
  await page.clock.setSystemTime(addMinutes(start, 7))
  await showServerTimeOfPage(page)
  const text = bookingText.startText(clockText(clockOf(start)), true)

  const taps = await countTaps(page)
  await visit(page, bookingPath(scooter.id))
  await expect(page.getByRole('radio', { name: text })).toBeChecked()
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
  expect(await taps()).toBe(2)
})
