import { expect } from 'playwright/test'
import { dateText, instantAt, weekdayName, weekdayOf } from '#domain/time/india-time.ts'
import { dayOrDateText } from '#domain/time/time-texts.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab } from '#tests/e2e/helpers/admin.ts'
import { dayFromToday, dayInStrip, expectText } from '#tests/e2e/helpers/booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

test(
  'an owner sets opening hours, pauses the bookings with a note that riders read, and resumes them',
  NIGHTLY,
  async ({ otherPage: riders, page }) => {
    const { property, scooter } = await createPropertyWithScooter()
    await openAdminTab(page, 'properties')
    await page.getByRole('searchbox').fill(property.name)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    const rowButton = (label: string) => page.getByRole('button', { name: listsText.actionOn(label, property.name) })
    await rowButton(catalogueText.properties.rules).click()
    const sheet = page.getByRole('dialog', { name: propertyRulesText.rulesOf(property.name) })
    await sheet.getByLabel(propertyRulesText.ruleLabels.opens_at).selectOption('07:00')
    await sheet.getByLabel(propertyRulesText.ruleLabels.closes_at).selectOption('22:00')
    // The hours of the day that riders see first after the pause.
    const weekday = weekdayOf(dayFromToday(2))
    await sheet.getByLabel(propertyRulesText.newWeekday, { exact: true }).selectOption(weekday)
    await sheet.getByLabel(propertyRulesText.opensOn(weekdayName(weekday))).selectOption('08:00')
    expect(await faultsOf(page, 'hours of a weekday')).toEqual([])
    await sheet.getByLabel(propertyRulesText.closesOn(weekdayName(weekday))).selectOption('21:00')
    await sheet.getByRole('button', { name: propertyRulesText.addDate }).first().click()
    await expect(sheet.getByText(propertyRulesText.weekdayHours(weekday, ['08:00', '21:00']))).toBeVisible()
    const closed = dayFromToday(3)
    await sheet.getByLabel(propertyRulesText.newDate).fill(closed)
    await clickButton(sheet, propertyRulesText.addDate)
    await expect(sheet.getByText(dateText(closed))).toBeVisible()
    expect(await faultsOf(page, 'opening hours')).toEqual([])
    // 30 February, as the control of this browser takes it.
    await sheet.getByLabel(propertyRulesText.newDate).pressSequentially('02302099')
    await clickButton(sheet, commonText.save)
    await expect(sheet.getByLabel(propertyRulesText.newDate)).toHaveAccessibleDescription(apiErrorsText.invalidDate)
    expect(await faultsOf(page, 'a date that does not exist')).toEqual([])
    await sheet.getByLabel(propertyRulesText.newDate).fill(dayFromToday(3))
    await clickButton(sheet, commonText.save)
    await expectText(page, propertyRulesText.saved)

    await rowButton(propertyRulesText.pause.action).click()
    const dialog = page.getByRole('dialog', { name: propertyRulesText.pause.title(property.name) })
    await dialog.getByLabel(propertyRulesText.pause.day).fill(dayFromToday(2))
    await dialog.getByLabel(propertyRulesText.pause.note).fill('The gate is being repaired.')
    expect(await faultsOf(page, 'the pause')).toEqual([])
    await clickButton(dialog, propertyRulesText.pause.action)
    await expectText(page, propertyRulesText.paused(property.name))
    const until = bookingBlocksText.pauseEndText(instantAt(dayFromToday(2), '10:00'), new Date())
    await expect(page.locator('tbody tr')).toContainText(propertyRulesText.pausedUntil(until))

    await seedRiderSession(riders, await signUpRider(property.id))
    await visit(riders, '/')
    const note = bookingBlocksText.pausedNote(until, 'The gate is being repaired.')
    await expect(riders.getByText(note)).toBeVisible()
    await visit(riders, `/booking/${scooter.id}`)
    await expect(riders.getByText(note)).toBeVisible()
    // The page starts with the first day after the pause.
    await expect(dayInStrip(riders, 2)).toBeChecked()
    await expect(dayInStrip(riders, 1)).toBeDisabled()
    await expect(dayInStrip(riders, 3)).toBeDisabled()
    await expect(riders.getByText(bookingBlocksText.openHours('08:00', '21:00'))).toBeVisible()
    const times = riders.getByLabel(commonText.startTime, { exact: true })
    await expect(times.locator('option[value="09:30"]')).toHaveCount(0)
    await expect(times.locator('option[value="10:00"]')).toBeEnabled()
    await times.selectOption('19:00')
    const sixHours = riders.getByRole('radio', { name: /^6 hours/ })
    await expect(sixHours).toBeDisabled()
    await expect(riders.locator('label').filter({ has: sixHours })).toContainText(bookingBlocksText.endsAfterClosing)
    expect(await faultsOf(riders, 'a property with hours')).toEqual([])

    // The rider has not reloaded, and the owner closes the day.
    await callAsAdmin('PUT', `/properties/${property.id}/settings`, { closed_dates: [dayFromToday(2)] })
    await riders.getByRole('button', { name: commonText.bookNow }).click()
    await expectText(
      riders,
      bookingBlocksText.closedOnDate(property.name, dayOrDateText(dayFromToday(2), dayFromToday(0)))
    )
    await expect(dayInStrip(riders, 3)).toBeChecked()

    await rowButton(propertyRulesText.pause.resume).click()
    await expectText(page, propertyRulesText.resumed(property.name))
    await expect(rowButton(propertyRulesText.pause.action)).toBeVisible()
    await visit(riders, '/')
    await expect(riders.getByText(note)).toHaveCount(0)
  }
)
