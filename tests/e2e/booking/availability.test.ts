import { expect, type Page } from 'playwright/test'
import { clockText, spokenDayText } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import { accessibilityViolations } from '#tests/e2e/helpers/accessible.ts'
import { chooseRide, createOrder, dayFromToday, dayInStrip, expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'

/** On the day that these tests use. */
const slot = (page: Page, clock: string, reason: string | null) =>
  page.getByRole('radio', {
    exact: true,
    name: bookingText.timeAccessibleLabel(clockText(clock), spokenDayText(dayFromToday(3)), reason)
  })
const startTime = (page: Page) => page.getByRole('combobox', { name: commonText.startTime })
const period = (page: Page, name: string) => page.getByRole('button', { name })

test('times taken by another rider are disabled, and times too short for the ride show the reason', async ({
  page
}) => {
  const { property, scooter } = await setUpSignedInRider(page)
  const faster = await signUpRider(property.id)
  await createOrder(faster.token, scooter.id, 3, '20:00')
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '20:00', '1 hour')
  await dayInStrip(page, 3).check()
  await expectText(page, bookingText.timeTaken(clockText('20:00')))
  await expect(startTime(page)).toHaveValue('')
  await period(page, 'Evening').click()
  await expect(slot(page, '20:00', bookingText.takenRemark)).toBeDisabled()
  await expect(slot(page, '20:30', bookingText.takenRemark)).toBeDisabled()
  await expect(slot(page, '19:30', bookingText.notFreeFor('1 hour'))).toBeDisabled()
  await expect(slot(page, '19:00', null)).toBeEnabled()
  await expect(period(page, 'Evening')).toContainText(bookingText.freeCount(9))
  const taken = bookingText.timeWithReason(clockText('20:00'), bookingText.takenRemark)
  await expect(startTime(page).locator('option', { hasText: taken })).toBeDisabled()

  await chooseRide(page, 3, '19:00', '1 hour')
  await expectText(page, bookingText.freeUntil(clockText('20:00')))
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeDisabled()
  expect(await accessibilityViolations(page, 'taken times')).toEqual([])
})
