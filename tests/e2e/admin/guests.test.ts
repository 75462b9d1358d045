import { expect, type Locator, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { pinHalves } from '#domain/catalogue/scooters.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { addDays, dayOf } from '#domain/time/india-time.ts'
import * as profileText from '#messages/account/profile.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
import { accessibilityViolations, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab, openBooking, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  getAsAdmin,
  LICENCE_FILE,
  seedAdminSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { invite, joinBy } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { panel } = guestsText
/** No other test has it. */
const newPhone = () => `9${String(Date.now()).slice(-9)}`

const openForm = async (page: Page) => {
  await clickButton(page, panel.open)
  return page.getByRole('dialog', { name: panel.open })
}

test('a desk adds a guest without email, after what was typed wrong, and chooses a rider with the same number', async ({
  page
}) => {
  await page.setViewportSize({ height: 740, width: 360 })
  const { property } = await createPropertyWithScooter()
  const phone = newPhone()
  const until = addDays(dayOf(new Date()), 400)
  await openAdminTab(page, 'users')
  const form = await openForm(page)
  await clickButton(form, panel.add)
  await expect(form.getByLabel(panel.name)).toBeFocused()
  for (const sentence of [...Object.values(guestsText.missing), guestsText.callable])
    await expect(form).toContainText(sentence)
  expect(await violationsInBothThemes(page, 'new guest')).toEqual([])
  await form.getByLabel(panel.name).fill('Jonas Vogel')
  await form.getByLabel(panel.phone).fill('12')
  await form.getByLabel(panel.dateOfBirth).fill(addDays(dayOf(new Date()), -17 * 365))
  await form.getByLabel(panel.validUntil).fill(addDays(dayOf(new Date()), -1))
  await form
    .getByLabel(panel.licence)
    .setInputFiles({ ...LICENCE_FILE, buffer: Buffer.from('notes'), mimeType: 'text/plain' })
  await form.getByLabel(commonText.property).selectOption(property.id)
  await form.getByRole('checkbox').check()
  await form.getByLabel(panel.licence).setInputFiles(LICENCE_FILE)
  await clickButton(form, panel.add)
  for (const sentence of [guestsText.callable, guestsText.tooYoung, guestsText.licenceEnded])
    await expect(form).toContainText(sentence)
  await expect(form).not.toContainText(guestsText.missing.licence)
  await form.getByLabel(panel.phone).fill(phone)
  await form.getByLabel(panel.dateOfBirth).fill('1998-03-12')
  await form.getByLabel(panel.validUntil).fill(until)
  await clickButton(form, panel.add)
  await expectText(page, panel.added)
  const file = page.getByRole('dialog', { name: 'Jonas Vogel' })
  await expect(file).toContainText(profileText.approvedUntil(until))
  await expect(file).toContainText(guestsText.withoutEmail)
  await expect(file.getByRole('button', { name: ridersText.riderMessages.open })).toHaveCount(0)
  await clickButton(file, commonText.close)
  await page.getByLabel(ridersText.list.search).fill(phone)
  await expect(row(page, 'Jonas Vogel')).toContainText(guestsText.withoutEmail)

  const addSamePhone = async () => {
    const again = await openForm(page)
    await expect(again.getByLabel(panel.name)).toHaveValue('')
    await again.getByLabel(panel.name).fill('Mia Vogel')
    await again.getByLabel(panel.phone).fill(`+91 ${phone}`)
    await again.getByLabel(panel.dateOfBirth).fill('1999-01-02')
    await again.getByLabel(panel.licence).setInputFiles(LICENCE_FILE)
    await again.getByLabel(panel.validUntil).fill(until)
    await again.getByLabel(commonText.property).selectOption(property.id)
    await again.getByRole('checkbox').check()
    await clickButton(again, panel.add)
    await expect(again).toContainText(guestsText.phoneKnown('Jonas Vogel', false))
    await expect(again.getByLabel(panel.name)).toHaveValue('Mia Vogel')
    return again
  }
  await clickButton(await addSamePhone(), listsText.actionOn(reviewText.riderPanel.open, 'Jonas Vogel'))
  await clickButton(file, commonText.close)
  await clickButton(await addSamePhone(), panel.somebodyElse)
  await expect(page.getByRole('dialog', { name: 'Mia Vogel' })).toContainText(
    reviewText.riderPanel.samePhone('Jonas Vogel', false)
  )
  const riders = (await (await getAsAdmin(`/api/admin/users?property_id=${property.id}`)).json()) as object[]
  expect(riders).toHaveLength(2)
})

test('a desk shows the PIN of a ride, and prints it alone on one page', async ({ page }) => {
  await page.setViewportSize({ height: 740, width: 360 })
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id, 'Kiran Bhat')
  await createPaidRide(rider.token, scooter.id, 2, '10:00', 3)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-pressed', '')
  })
  await seedAdminSession(page)
  await visit(page, `${screenPath('bookings')}`)
  await page.getByLabel(adminBookingsText.list.search).fill(rider.email)
  const booking = await openBooking(page, row(page, rider.email))
  const pin = scooter.otp_pin
  await expect(booking).not.toContainText(pin)
  await clickButton(booking, ridesText.slip.showPin)
  const slip = page.getByRole('dialog', { name: ridesText.slip.title })
  await expect(slip).toContainText(pinHalves(pin).join(''))
  await expect(slip).toContainText(property.name)
  expect(await violationsInBothThemes(page, 'the PIN for the rider')).toEqual([])
  expect(await accessibilityViolations(page, 'the PIN for the rider')).toEqual([])
  await clickButton(slip, commonText.print)
  await expect(page.locator('body')).toHaveAttribute('data-pressed', '')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Kiran Bhat').filter({ visible: true })).toHaveCount(1)
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  // A6 is 105 mm wide, in points.
  expect(Number(/\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(sheets)?.[1])).toBeCloseTo((105 / 25.4) * 72, -1)
  await page.emulateMedia({ colorScheme: null, media: null })
  await clickButton(slip, commonText.close)
  await expect(page.locator('.slip-sheet')).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain(pin)
})

const PRESSES_MAX = 10

test('a guest without an email rides after ten presses of the manager', async ({ page }) => {
  await page.setViewportSize({ height: 844, width: 390 })
  const { property, scooter } = await createPropertyWithScooter()
  const { email, link } = await invite('manager', property.id, 'Farah Ali')
  await joinBy(page, link, email)
  let presses = 0
  const press = async (control: Locator) => {
    await control.click()
    presses += 1
  }
  const button = (name: string, on: Locator = page.locator('body')) => on.getByRole('button', { exact: true, name })

  await press(page.getByRole('tab', { name: dashboardText.tabs.bookings }))
  await press(button(deskText.form.open))
  const booking = page.getByRole('dialog', { name: deskText.form.open })
  await press(button(panel.open, booking))
  const guest = page.getByRole('dialog', { name: panel.open })
  await guest.getByLabel(panel.name).fill('Jonas Weber')
  await guest.getByLabel(panel.phone).fill(newPhone())
  await guest.getByLabel(panel.dateOfBirth).fill('1998-03-12')
  await guest.getByLabel(panel.licence).setInputFiles(LICENCE_FILE)
  await guest.getByLabel(panel.validUntil).fill(addDays(dayOf(new Date()), 400))
  await press(guest.getByRole('checkbox'))
  await press(button(panel.add, guest))
  await expect(booking).toContainText('Jonas Weber')
  await expect(booking).toContainText(`₹${DEFAULT_RATES.hourly_1} · until`)
  await booking.getByLabel(deskText.form.reason).fill('At the desk')
  await press(button(deskText.form.book, booking))
  await expectText(page, deskText.booked(scooter.name, 'Jonas Weber'))
  const details = page.getByRole('dialog', { name: adminBookingsText.detailsPanel.title })
  await press(button(ridesText.slip.showPin, details))
  const slip = page.getByRole('dialog', { name: ridesText.slip.title })
  await expect(slip).toContainText(pinHalves(scooter.otp_pin).join(''))
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX)
})
