import { expect, type Page } from 'playwright/test'
import { clockText, dateText, hoursText, spokenDayText } from '#domain/time/india-time.ts'
import * as booking from '#messages/booking/booking.ts'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import * as labels from '#messages/labels.ts'
import * as cancelHold from '#messages/my-bookings/cancel-booking.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { accessibilityViolations } from '#tests/e2e/helpers/accessible.ts'
import {
  chooseRide,
  chooseRideWhenFree,
  createOrder,
  dayFromToday,
  dayInStrip,
  expectText,
  pressBookNow,
  sandboxDialog
} from '#tests/e2e/helpers/booking.ts'
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
  await expect(
    page.getByRole('option', { name: bookingTimes.timeWithReason(clockText('20:00'), bookingTimes.taken) })
  ).toBeDisabled()

  await chooseRide(page, 3, '19:00', '1 hour')
  await expectText(page, bookingTimes.freeUntil(clockText('20:00')))
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeDisabled()
  expect(await accessibilityViolations(page, 'taken times')).toEqual([])
  await pressBookNow(page)
  await expect(sandboxDialog(page)).toBeVisible()
})

test('a fully booked date offers a button for the next free time', async ({ page }) => {
  const { property, scooter } = await setUpSignedInRider(page)
  for (const clock of ['00:00', '12:00']) {
    await createOrder(page, (await signUpRider(property.id)).token, scooter.id, 3, clock, 12)
  }
  await visit(page, `/booking/${scooter.id}`)
  await dayInStrip(page, 3).check()
  await expectText(page, bookingTimes.dayFull(hoursText(1)))
  await page.getByRole('button', { name: /^Free on .*, 12:00/ }).click()
  await expect(dayInStrip(page, 4)).toBeChecked()
  await expect(startTime(page)).toHaveValue('00:00')
})

test('a conflict updates the times and offers the next free one', async ({ page }) => {
  const { property, scooter } = await setUpSignedInRider(page)
  const faster = await signUpRider(property.id)
  await visit(page, `/booking/${scooter.id}`)
  await chooseRideWhenFree(page, 3, '20:00', '3 hours')
  await createOrder(page, faster.token, scooter.id, 3, '20:00')
  await pressBookNow(page)
  await expect(slot(page, '20:00', bookingTimes.taken)).toBeDisabled()
  await expectText(page, booking.bookedBetween(clockText('20:00'), clockText('21:00'), dateText(dayFromToday(3))))
  await expect(dayInStrip(page, 3)).toBeChecked()
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeChecked()
  await page.getByRole('button', { name: bookingTimes.freeStart(clockText('21:00'), null) }).click()
  await expect(startTime(page)).toHaveValue('21:00')
  await pressBookNow(page)
  await expect(sandboxDialog(page)).toBeVisible()
})

test('without availability data every time can be selected and none is shown as free', async ({ faultProxy, page }) => {
  const { scooter } = await setUpSignedInRider(page)
  faultProxy.fail(/\/availability$/, 'gateway')
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '10:00', '1 hour')
  await expect(period(page, 'Morning')).toContainText(bookingTimes.timesCount(12))
  await expect(page.getByText(/\d free/)).toHaveCount(0)
  await expect(page.getByText(bookingTimes.legendTaken, { exact: true })).toBeHidden()
  await pressBookNow(page)
  await expect(sandboxDialog(page)).toBeVisible()
})

test("the rider's own hold does not block the time, and cancelling it frees the time for others", async ({ page }) => {
  const { property, rider, scooter } = await setUpSignedInRider(page)
  await createOrder(page, rider.token, scooter.id, 2, '20:00')
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '20:00', '1 hour')

  await visit(page, '/my-bookings')
  const cancelButton = page.getByRole('button', { name: labels.cancelBooking })
  await cancelButton.click()
  const question = page.getByRole('alertdialog', { name: cancelHold.cancelQuestion })
  await question.getByRole('button', { name: cancelHold.keepBooking }).click()
  await expect(question).toBeHidden()
  await expect(cancelButton).toBeFocused()
  await cancelButton.click()
  await question.getByRole('button', { exact: true, name: labels.cancelBooking }).click()
  await expectText(page, cancelHold.bookingCancelled)
  await expectText(page, myBookings.ridesCount(myBookings.notConfirmedTitle, 1))
  await expect(page.getByText(myBookings.paymentRequired)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await createOrder(page, (await signUpRider(property.id)).token, scooter.id, 2, '20:00')
})
