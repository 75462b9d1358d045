import { expect, type Locator } from 'playwright/test'
import { pinHalves } from '#domain/catalogue/scooters.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { addDays, dayOf } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as ridesText from '#messages/admin/rides.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, LICENCE_FILE } from '#tests/e2e/helpers/people.ts'
import { invite, joinBy } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const PRESSES_MAX = 10

for (const width of [390, 1280]) {
  test(`a guest without an email rides after ten presses of the manager, at a width of ${width}`, async ({ page }) => {
    await page.setViewportSize({ height: 844, width })
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
    await press(button(guestsText.panel.open, booking))
    const guest = page.getByRole('dialog', { name: guestsText.panel.open })
    await guest.getByLabel(guestsText.panel.name).fill('Jonas Weber')
    await guest.getByLabel(guestsText.panel.phone).fill(`9${String(Date.now()).slice(-9)}`)
    await guest.getByLabel(guestsText.panel.dateOfBirth).fill('1998-03-12')
    await guest.getByLabel(guestsText.panel.licence).setInputFiles(LICENCE_FILE)
    await guest.getByLabel(guestsText.panel.validUntil).fill(addDays(dayOf(new Date()), 400))
    await press(guest.getByRole('checkbox'))
    await press(button(guestsText.panel.add, guest))
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
}
