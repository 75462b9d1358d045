import { expect, type Page } from 'playwright/test'
import { addMinutes, instantAt } from '#domain/time/india-time.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import * as pins from '#messages/admin/catalogue/pin-changes.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as portalLists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, dayFromToday, expectText } from '#tests/e2e/helpers/booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const LEAD_MINUTES = 30

async function setRules(property_id: string, rules: object): Promise<void> {
  await callAsAdmin('PUT', `/properties/${property_id}/settings`, rules)
}

/** The digits of the card's PIN. */
async function pinIn(page: Page): Promise<string> {
  const digits = page.getByRole('heading', { name: myBookings.scooterPin }).locator('xpath=following-sibling::p[1]')
  return (await digits.innerText()).replace(/\s/g, '')
}

test('a PIN is shown from the time that the property sets, and changes after a rider who read it cancels', async ({
  otherPage: portal,
  page
}) => {
  const name = `Ather · ${crypto.randomUUID().slice(0, 6)}`
  const { property, scooter } = await createPropertyWithScooter('Available', { scooter: name })
  const rider = await signUpRider(property.id)
  await setRules(property.id, { pin_lead_minutes: LEAD_MINUTES, pin_mode: 'rotate' })
  const id = await createPaidRide(page, rider.token, scooter.id, 2, '10:00')
  await seedRiderSession(page, rider)
  await visit(page, '/my-bookings')
  const pinFrom = addMinutes(instantAt(dayFromToday(2), '10:00'), -LEAD_MINUTES)
  await expectText(page, myBookings.pinAppears(atTimeText(pinFrom, new Date())))
  await expect(page.getByText(myBookings.scooterPin)).toBeHidden()
  expect(await violationsInBothThemes(page, 'a card without its PIN')).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('savedBookings'))).not.toContain('"otp_pin":"')

  await setRules(property.id, { pin_lead_minutes: null })
  await clickButton(page, labels.refresh)
  await expectText(page, myBookings.scooterPin)
  const oldPin = await pinIn(page)
  const headers = { authorization: `Bearer ${rider.token}` }
  const cancelled = await page.request.post(`/api/bookings/${id}/cancel`, { data: { amount: 50 }, headers })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)

  await openAdminTab(portal, 'scooters')
  await portal.getByRole('button', { name: dashboard.views.pins }).click()
  await expect(portal).toHaveURL('/admin?tab=scooters&view=pins')
  const change = row(portal, name)
  await expect(change).toContainText(oldPin)
  await expect(change).toContainText(pins.notInUse)
  expect(await violationsInBothThemes(portal, 'the PINs to change')).toEqual([])
  const newPin = (await change.innerText()).split(oldPin)[1]?.match(/\d{6}/)?.[0] ?? 'none'
  await clickButton(change, portalLists.actionOn(pins.markChanged, name))
  await expectText(portal, pins.changed(name))
  await expect(change).toBeHidden()

  await clickButton(portal, dashboard.views.scooters)
  await expect(portal.getByRole('table', { name: dashboard.tabs.scooters })).toBeVisible()
  await expect(row(portal, name)).toContainText(newPin)
  expect(newPin).not.toBe(oldPin)
})
