import { expect, type Page } from 'playwright/test'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { addDays, dayOf } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { faultsInLargeText, horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { answerDialog, clickButton, openAdminTab } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  createScooter,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { form } = deskText
const { hourly_1: PRICE } = DEFAULT_RATES

/** The form with this rider of the property. */
async function openFormFor(page: Page, property: string, rider: string) {
  await clickButton(page, form.open)
  const panel = page.getByRole('dialog', { name: form.open })
  await panel.getByLabel(commonText.property).selectOption(property)
  await panel.getByLabel(form.rider).fill(rider.split(' ')[0] ?? '')
  await panel.getByRole('button', { name: rider }).click()
  await expect(panel).toContainText(`₹${PRICE} · until`)
  return panel
}

test('a desk takes cash for a ride that begins now, which its rider returns early', async ({
  otherPage: riders,
  page
}) => {
  await page.setViewportSize({ height: 740, width: 360 })
  const { property, scooter } = await createPropertyWithScooter('Maintenance')
  const free = await createScooter(property.id, 'Blue 3')
  const rider = await signUpRider(property.id, 'Asha Rao')
  await openAdminTab(page, 'bookings')
  const panel = await openFormFor(page, property.id, 'Asha Rao')
  await expect(panel.getByLabel(adminBookingsText.list.scooter)).toHaveValue(free.id)
  await expect(panel.getByLabel(adminBookingsText.list.scooter)).toContainText(deskText.taken(scooter.name))
  await expect(panel.getByLabel(form.start)).toHaveValue('now')
  await expect(panel.getByLabel(form.amount)).toHaveValue(String(PRICE))
  await expect(panel).toContainText(deskText.BEND_WORDS.lead)
  expect(await violationsInBothThemes(page, 'new booking')).toEqual([])
  expect(await horizontalOverflow(page, 'new booking')).toEqual([])
  expect(await faultsInLargeText(page, 'new booking')).toEqual([])

  await panel.getByLabel(form.note).fill('Two helmets')
  await clickButton(panel, form.book)
  await expect(panel).toContainText(commonText.whyMissing)
  await expect(panel.getByLabel(form.reason)).toBeFocused()
  await expect(panel.getByLabel(form.note)).toHaveValue('Two helmets')
  await panel.getByLabel(form.reason).fill('Walk-in')
  await clickButton(panel, form.book)
  await expectText(page, deskText.booked('Blue 3', 'Asha Rao'))
  const booking = page.getByRole('dialog', { name: adminBookingsText.detailsPanel.title })
  await expect(booking).toContainText(`${deskText.METHOD_WORDS.cash} · Two helmets`)
  await expect(booking.getByRole('button', { name: ridesText.slip.showPin })).toBeVisible()

  await seedRiderSession(riders, rider)
  await visit(riders, '/my-bookings')
  const card = riders.getByRole('article').filter({ hasText: 'Blue 3' })
  await expect(card).toContainText(`₹${PRICE}`)
  await card.getByRole('button', { name: rideCardText.returnAction }).click()
  await answerDialog(riders, commonText.returnQuestion, commonText.endRide)
  await expectText(riders, commonText.rideEnded)
})

test('a desk books on a room bill for another day, cancels the ride and takes it off the bill', async ({ page }) => {
  await page.setViewportSize({ height: 800, width: 1280 })
  const { property, scooter } = await createPropertyWithScooter()
  await signUpRider(property.id, 'Meera Nair')
  await openAdminTab(page, 'bookings')
  const panel = await openFormFor(page, property.id, 'Meera Nair')
  await panel.getByLabel(commonText.date).fill(addDays(dayOf(new Date()), 3))
  await expect(panel).not.toContainText(deskText.BEND_WORDS.lead)
  await panel.getByLabel(form.pay).selectOption('room')
  await clickButton(panel, form.book)
  await expect(panel).toContainText(deskText.roomMissing)
  await panel.getByLabel(form.room).fill('Room 12')
  await clickButton(panel, form.book)
  await expectText(page, deskText.booked(scooter.name, 'Meera Nair'))

  const booking = page.getByRole('dialog', { name: adminBookingsText.detailsPanel.title })
  await clickButton(booking, adminBookingsText.cancelling.action)
  await answerDialog(page, adminBookingsText.cancelling.question, adminBookingsText.cancelling.action)
  await clickButton(booking, deskText.paidBack('room'))
  const question = page.getByRole('alertdialog', { name: deskText.paidBackQuestion('room') })
  await expect(question).toContainText(deskText.payBack(PRICE, 'Meera Nair', 'room'))
  await clickButton(question, commonText.cancel)
  await clickButton(booking, commonText.close)

  await page.getByLabel(form.pay).selectOption('room')
  await page.getByLabel(commonText.property).selectOption(property.id)
  await expect(page.getByRole('row').filter({ hasText: 'Meera Nair' })).toHaveCount(1)
  await page.getByRole('tab').first().click()
  const need = page.getByRole('listitem').filter({ hasText: deskText.payBack(PRICE, 'Meera Nair', 'room') })
  await expect(page.getByRole('heading', { name: needsText.title })).toBeVisible()
  await need.getByRole('button').click()
  await clickButton(question, deskText.paidBackShort('room'))
  await expectText(page, deskText.paidBack('room'))
  await expect(need).toHaveCount(0)
})
