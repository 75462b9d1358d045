import { expect, type Page } from 'playwright/test'
import { clockText, dateText, instantAt, spokenDayText } from '#domain/time/india-time.ts'
import * as bookingTimes from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import { completePaymentLabel, holdExpired } from '#messages/payments/payments.ts'
import { accessibilityViolations } from '#tests/e2e/helpers/accessible.ts'
import {
  chooseRide,
  createOrder,
  dayFromToday,
  dayInStrip,
  expectText,
  payInSandbox,
  pressBookNow,
  sandboxDialog
} from '#tests/e2e/helpers/booking.ts'
import { showServerTimeOfPage } from '#tests/e2e/helpers/clock.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'

/** On the day that these tests use. */
const slot = (page: Page, clock: string, reason: string | null) =>
  page.getByRole('radio', {
    exact: true,
    name: bookingTimes.timeAccessibleLabel(clockText(clock), spokenDayText(dayFromToday(3)), reason)
  })
const startTime = (page: Page) => page.getByRole('combobox', { name: labels.startTime })
const period = (page: Page, name: string) => page.getByRole('button', { name })

test('times taken by another rider are disabled, and times too short for the ride show the reason', async ({
  page
}) => {
  const { property, scooter } = await setUpSignedInRider(page)
  const faster = await signUpRider(property.id)
  await createOrder(page, faster.token, scooter.id, 3, '20:00')
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '20:00', '1 hour')
  await dayInStrip(page, 3).check()
  await expectText(page, bookingTimes.timeTaken(clockText('20:00')))
  await expect(startTime(page)).toHaveValue('')
  await period(page, 'Evening').click()
  await expect(slot(page, '20:00', bookingTimes.taken)).toBeDisabled()
  await expect(slot(page, '20:30', bookingTimes.taken)).toBeDisabled()
  await expect(slot(page, '19:30', bookingTimes.notFreeFor('1 hour'))).toBeDisabled()
  await expect(slot(page, '19:00', null)).toBeEnabled()
  await expect(period(page, 'Evening')).toContainText(bookingTimes.freeCount(9))
  const taken = bookingTimes.timeWithReason(clockText('20:00'), bookingTimes.taken)
  await expect(startTime(page).locator('option', { hasText: taken })).toBeDisabled()

  await chooseRide(page, 3, '19:00', '1 hour')
  await expectText(page, bookingTimes.freeUntil(clockText('20:00')))
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeDisabled()
  expect(await accessibilityViolations(page, 'taken times')).toEqual([])
  await pressBookNow(page)
  await expect(sandboxDialog(page)).toBeVisible()
})

test("when midnight passes in India, the open page updates today's date and the slots", async ({ page }) => {
  const { scooter } = await setUpSignedInRider(page)
  const [today, tomorrow] = [dayFromToday(6), dayFromToday(7)]
  const strip = (day: string) => page.getByRole('radio', { name: dateText(day) })
  await page.clock.install({ time: instantAt(today, '22:50') })
  await showServerTimeOfPage(page)
  await visit(page, `/booking/${scooter.id}`)
  const start = page.getByRole('combobox', { name: labels.startTime })
  await expect(page.getByRole('radio', { name: new RegExp(`^${labels.today}`) })).toBeChecked()
  await start.selectOption('23:30')

  await page.clock.fastForward('15:00')
  await expectText(page, bookingTimes.todayIsOver(null))
  await expect(strip(tomorrow)).toBeChecked()
  await expect(start).toHaveValue('')

  await page.clock.fastForward('01:00:00')
  await expect(page.getByRole('radio', { name: new RegExp(`^${labels.today}`) })).toBeChecked()
  await expect(strip(today)).toHaveCount(0)
  await start.selectOption('01:00')
  await page.getByRole('radio', { name: /^1 hour/ }).check()
  await pressBookNow(page)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  const ride = page
    .getByRole('article')
    .filter({ hasText: scooter.name })
    .filter({ hasText: dateText(tomorrow) })
  await expect(ride).toContainText('Upcoming')
  await page.clock.fastForward('01:00:00')
  await page.getByRole('button', { name: labels.refresh }).click()
  await expect(ride).toContainText('Active')
})

test('resuming a payment after the hold has ended opens the form with the same ride', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await createOrder(page, rider.token, scooter.id, 3, '19:00')
  // Arriving reloads the list once more. That answer must not know the new booking.
  const reloaded = page.waitForResponse('**/api/my-bookings*')
  await visit(page, '/my-bookings')
  await reloaded
  await expect(page.getByRole('timer')).toBeVisible()
  // A new booking on another device cancels the first hold.
  await createOrder(page, rider.token, scooter.id, 5, '10:00')
  await page.getByRole('button', { name: completePaymentLabel }).click()
  await expectText(page, holdExpired)
  await expect(dayInStrip(page, 3)).toBeChecked()
  await expect(page.getByRole('combobox', { name: labels.startTime })).toHaveValue('19:00')
  await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()
  await pressBookNow(page)
  await expect(sandboxDialog(page)).toBeVisible()
})
