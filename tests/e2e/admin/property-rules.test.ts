import { expect } from 'playwright/test'
import { dateText, instantAt } from '#domain/time/india-time.ts'
import { dayOrDateText } from '#domain/time/time-texts.ts'
import { properties } from '#messages/admin/catalogue/catalogue.ts'
import * as rules from '#messages/admin/catalogue/property-rules.ts'
import * as portalLists from '#messages/admin/lists.ts'
import { invalidDate } from '#messages/api-errors.ts'
import { closedOnDate, endsAfterClosing, openHours, pausedNote, pauseEndText } from '#messages/booking/opening.ts'
import * as labels from '#messages/labels.ts'
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

const { labels: ruleLabels } = rules
test(
  'an owner sets opening hours, pauses the bookings with a note that riders read, and resumes them',
  NIGHTLY,
  async ({ otherPage: riders, page }) => {
    const { property, scooter } = await createPropertyWithScooter()
    await openAdminTab(page, 'properties')
    await page.getByRole('searchbox').fill(property.name)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    const rowButton = (label: string) => page.getByRole('button', { name: portalLists.actionOn(label, property.name) })
    await rowButton(properties.rules).click()
    const sheet = page.getByRole('dialog', { name: rules.title(property.name) })
    await sheet.getByLabel(ruleLabels.opens_at).selectOption('07:00')
    await clickButton(sheet, labels.save)
    await expect(sheet.getByLabel(ruleLabels.closes_at)).toHaveAccessibleDescription(rules.bothOrNeither)
    await sheet.getByLabel(ruleLabels.closes_at).selectOption('22:00')
    const closed = dayFromToday(3)
    await sheet.getByLabel(rules.newDate).fill(closed)
    await clickButton(sheet, rules.addDate)
    await expect(sheet.getByText(dateText(closed))).toBeVisible()
    expect(await faultsOf(page, 'opening hours')).toEqual([])
    // 30 February, as the control of this browser takes it.
    await sheet.getByLabel(rules.newDate).pressSequentially('02302099')
    await clickButton(sheet, labels.save)
    await expect(sheet.getByLabel(rules.newDate)).toHaveAccessibleDescription(invalidDate)
    expect(await faultsOf(page, 'a date that does not exist')).toEqual([])
    await sheet.getByLabel(rules.newDate).fill(dayFromToday(3))
    await clickButton(sheet, labels.save)
    await expectText(page, rules.saved)

    await rowButton(rules.pause.action).click()
    const dialog = page.getByRole('dialog', { name: rules.pause.title(property.name) })
    await dialog.getByLabel(rules.pause.day).fill(dayFromToday(2))
    await dialog.getByLabel(rules.pause.note).fill('The gate is being repaired.')
    expect(await faultsOf(page, 'the pause')).toEqual([])
    await clickButton(dialog, rules.pause.action)
    await expectText(page, rules.paused(property.name))
    const until = pauseEndText(instantAt(dayFromToday(2), '10:00'), new Date())
    await expect(page.locator('tbody tr')).toContainText(rules.pausedUntil(until))

    await seedRiderSession(riders, await signUpRider(property.id))
    await visit(riders, '/')
    const note = pausedNote(until, 'The gate is being repaired.')
    await expect(riders.getByText(note)).toBeVisible()
    await visit(riders, `/booking/${scooter.id}`)
    await expect(riders.getByText(note)).toBeVisible()
    // The page starts with the first day after the pause.
    await expect(dayInStrip(riders, 2)).toBeChecked()
    await expect(dayInStrip(riders, 1)).toBeDisabled()
    await expect(dayInStrip(riders, 3)).toBeDisabled()
    await expect(riders.getByText(openHours('07:00', '22:00'))).toBeVisible()
    const times = riders.getByLabel(labels.startTime, { exact: true })
    await expect(times.locator('option[value="09:30"]')).toHaveCount(0)
    await expect(times.locator('option[value="10:00"]')).toBeEnabled()
    await times.selectOption('19:00')
    const sixHours = riders.getByRole('radio', { name: /^6 hours/ })
    await expect(sixHours).toBeDisabled()
    await expect(riders.locator('label').filter({ has: sixHours })).toContainText(endsAfterClosing)
    expect(await faultsOf(riders, 'a property with hours')).toEqual([])

    // The rider has not reloaded, and the owner closes the day.
    await callAsAdmin('PUT', `/properties/${property.id}/settings`, { closed_dates: [dayFromToday(2)] })
    await riders.getByRole('button', { name: labels.bookNow }).click()
    await expectText(riders, closedOnDate(property.name, dayOrDateText(dayFromToday(2), dayFromToday(0))))
    await expect(dayInStrip(riders, 3)).toBeChecked()

    await rowButton(rules.pause.resume).click()
    await expectText(page, rules.resumed(property.name))
    await expect(rowButton(rules.pause.action)).toBeVisible()
    await visit(riders, '/')
    await expect(riders.getByText(note)).toHaveCount(0)
  }
)
