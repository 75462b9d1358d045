import { text as readText } from 'node:stream/consumers'
import ICAL from 'ical.js'
import { expect, type Page } from 'playwright/test'
import { EXTENDABLE_MINUTES } from '#domain/bookings/extension.ts'
import { addMinutes, dateText, instantAt } from '#domain/time/india-time.ts'
import * as labels from '#messages/labels.ts'
import * as cancel from '#messages/my-bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { completePaymentLabel } from '#messages/payments/payments.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { createOrder, createPaidRide, dayFromToday, expectText } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The panel of a ride that is over or was cancelled, and payments by keyboard. The rides are from 10 am to 1 pm. No
// ride can be booked in the past, so the device's clock is ahead.

const END = instantAt(dayFromToday(2), '13:00')

async function riderWithRide(page: Page) {
  const setup = await setUpSignedInRider(page)
  const id = await createPaidRide(page, setup.rider.token, setup.scooter.id, 2, '10:00', 3)
  const message = text.bookingSupportRequest(setup.scooter.name, dateText(dayFromToday(2)), id)
  return { ...setup, chat: `https://wa.me/919845012345?text=${encodeURIComponent(message)}`, id }
}

async function riderAfterRide(page: Page, minutes: number) {
  const setup = await riderWithRide(page)
  await page.clock.setSystemTime(addMinutes(END, minutes))
  await visit(page, '/my-bookings')
  return setup
}

async function riderWithCancelledRide(page: Page) {
  const setup = await riderWithRide(page)
  const headers = { authorization: `Bearer ${setup.rider.token}` }
  const cancelled = await page.request.post(`/api/bookings/${setup.id}/cancel`, { data: { amount: 140 }, headers })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  await visit(page, '/my-bookings')
  await page.locator('summary').filter({ hasText: text.notConfirmedTitle }).click()
  return setup
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: text.manageRide })
const manageRideOf = (page: Page, scooter: string) =>
  page.getByRole('listitem').filter({ hasText: scooter }).getByRole('button', { name: text.manageRide })

test('a ride that has just ended can be extended first, then be booked again', async ({ page }) => {
  const { chat, scooter } = await riderAfterRide(page, EXTENDABLE_MINUTES - 5)
  const manageRide = manageRideOf(page, scooter.name)
  await manageRide.tap()
  const panel = panelOf(page)
  await expect(panel.getByRole('listitem')).toHaveText([cancel.extend, text.getHelp, text.bookAgain])
  await expect(panel.getByRole('link', { name: text.getHelp })).toHaveAttribute('href', chat)
  expect(await violationsInBothThemes(page, 'the panel of a past ride')).toEqual([])
  expect(await horizontalOverflow(page, 'the panel of a past ride')).toEqual([])
  await panel.getByRole('button', { name: cancel.extend }).tap()
  const extension = page.getByRole('dialog', { name: cancel.extendTitle })
  await expect(extension.getByRole('radio').first()).toBeVisible()
  await extension.getByRole('button', { name: labels.notNow }).tap()
  await manageRide.tap()
  await panel.getByRole('link', { name: text.bookAgain }).tap()
  await expect(page).toHaveURL(`/booking/${scooter.id}?hours=3`)
})

test('home drops a cancelled ride when the rider returns to it', async ({ page }) => {
  const { id, rider } = await riderWithRide(page)
  await visit(page, '/')
  const ride = page.locator('[data-next-ride] a')
  await expect(ride).toBeVisible()
  await visit(page, '/my-bookings')
  const headers = { authorization: `Bearer ${rider.token}` }
  const cancelled = await page.request.post(`/api/bookings/${id}/cancel`, { data: { amount: 140 }, headers })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  await page.goBack()
  await expect(ride).toHaveCount(0)
})

test('by keyboard alone: help and the next booking of a cancelled ride', async ({ page }) => {
  const { chat, scooter } = await riderWithCancelledRide(page)
  await expectPanelByKeyboard(page, scooter, chat)
  await expect(page).toHaveURL(/hours=3$/)
})

async function expectPanelByKeyboard(page: Page, scooter: { name: string }, chat: string): Promise<void> {
  const panel = panelOf(page)
  const getHelp = panel.getByRole('link', { name: text.getHelp })
  const manageRide = manageRideOf(page, scooter.name)
  await manageRide.focus()
  await page.keyboard.press('Enter')
  await expect(getHelp).toBeFocused()
  await expect(getHelp).toHaveAttribute('href', chat)
  await expect(panel.getByRole('listitem')).toHaveText([text.getHelp, text.bookAgain])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(manageRide).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getHelp).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('link', { name: text.bookAgain })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
}

test('by keyboard alone: a rider cancels an unpaid booking', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await createOrder(page, rider.token, scooter.id, 2, '10:00', 3)
  await visit(page, '/my-bookings')
  await page.getByRole('button', { name: completePaymentLabel }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: labels.cancelBooking })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: cancel.cancelQuestion })
  await expect(question.getByRole('button', { name: cancel.keepBooking })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectText(page, cancel.bookingCancelled)
  await expect(page.getByText(text.holdCancelledOrReplaced)).toBeVisible()
})

async function riderBeforeRide(page: Page) {
  const setup = await riderWithRide(page)
  await visit(page, '/my-bookings')
  return setup
}

/** The calendar entry in the file that the browser saves. */
async function savedEntry(page: Page, save: () => Promise<void>): Promise<ICAL.Event> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  expect(download.suggestedFilename()).toBe(cancel.fileName)
  const file = await readText(await download.createReadStream())
  return new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') as ICAL.Component)
}

test('a ride ahead goes into the calendar, as a file or by a link', async ({ page }) => {
  const { id, scooter } = await riderBeforeRide(page)
  await manageRideOf(page, scooter.name).tap()
  await panelOf(page).getByRole('button', { name: cancel.addToCalendar }).tap()
  const dialog = page.getByRole('dialog', { name: cancel.addToCalendar })
  expect(await violationsInBothThemes(page, 'the calendar dialog')).toEqual([])
  expect(await horizontalOverflow(page, 'the calendar dialog')).toEqual([])
  const entry = await savedEntry(page, () => dialog.getByRole('button', { name: cancel.calendarFile }).tap())
  expect(entry.uid).toBe(`${id}@scootstay`)
  expect(entry.endDate.toJSDate()).toEqual(END)
  expect(entry.summary).toBe(cancel.entryTitle(scooter.name))
  const link = dialog.getByRole('link', { name: cancel.googleCalendar })
  await expect(link).toHaveAttribute('href', /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE/)
})
