import { text as readText } from 'node:stream/consumers'
import ICAL from 'ical.js'
import { expect, type Page } from 'playwright/test'
import { EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { addMinutes, dateText, instantAt } from '#domain/time/india-time.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as receiptsText from '#messages/receipts.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { createPaidRide, dayFromToday } from '#tests/e2e/helpers/booking.ts'
import { showServerTimeOfPage } from '#tests/e2e/helpers/clock.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The panel of a ride that is over or was cancelled, and payments by keyboard. The rides are from 10 am to 1 pm. No
// ride can be booked in the past, so the device's clock is ahead.

const END = instantAt(dayFromToday(2), '13:00')

const chatWith = (message: string) => `https://wa.me/919845012345?text=${encodeURIComponent(message)}`
const chatAbout = (scooter: { name: string }, id: string) =>
  chatWith(myBookingsText.bookingSupportRequest(scooter.name, dateText(dayFromToday(2)), id))

async function riderWithRide(page: Page) {
  const setup = await setUpSignedInRider(page)
  const id = await createPaidRide(setup.rider.token, setup.scooter.id, 2, '10:00', 3)
  return { ...setup, chat: chatAbout(setup.scooter, id), id }
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: myBookingsText.manageRide })
const manageRideOf = (page: Page, scooter: string) =>
  page.getByRole('listitem').filter({ hasText: scooter }).getByRole('button', { name: myBookingsText.manageRide })

/** The calendar entry in the file that the browser saves. */
async function savedEntry(page: Page, save: () => Promise<void>): Promise<ICAL.Event> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  expect(download.suggestedFilename()).toBe(manageRideText.calendarFileName)
  const file = await readText(await download.createReadStream())
  return new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') as ICAL.Component)
}

test('a ride ahead goes into the calendar, and once it has ended it can be booked again', async ({ page }) => {
  const { chat, id, scooter } = await riderWithRide(page)
  await visit(page, '/my-bookings')
  await manageRideOf(page, scooter.name).tap()
  const panel = panelOf(page)
  await panel.getByRole('button', { name: manageRideText.addToCalendar }).tap()
  const calendar = page.getByRole('dialog', { name: manageRideText.addToCalendar })
  expect(await violationsInBothThemes(page, 'the calendar dialog')).toEqual([])
  expect(await horizontalOverflow(page, 'the calendar dialog')).toEqual([])
  const entry = await savedEntry(page, () => calendar.getByRole('button', { name: manageRideText.calendarFile }).tap())
  expect(entry.uid).toBe(`${id}@scootstay`)
  expect(entry.endDate.toJSDate()).toEqual(END)
  expect(entry.summary).toBe(manageRideText.entryTitle(scooter.name))
  const link = calendar.getByRole('link', { name: manageRideText.googleCalendar })
  await expect(link).toHaveAttribute('href', /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE/)

  await page.clock.setSystemTime(addMinutes(END, EXTENDABLE_MINUTES - 5))
  await showServerTimeOfPage(page)
  await visit(page, '/my-bookings')
  await manageRideOf(page, scooter.name).tap()
  await expect(panel.getByRole('listitem')).toHaveText([
    rideCardText.extend,
    myBookingsText.getHelp,
    receiptsText.receipt,
    myBookingsText.bookAgain
  ])
  await expect(panel.getByRole('link', { name: myBookingsText.getHelp })).toHaveAttribute('href', chat)
  expect(await violationsInBothThemes(page, 'the panel of a past ride')).toEqual([])
  expect(await horizontalOverflow(page, 'the panel of a past ride')).toEqual([])
  await panel.getByRole('link', { name: myBookingsText.bookAgain }).tap()
  await expect(page).toHaveURL(`/booking/${scooter.id}?hours=3`)
})
