import { expect, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { timeText } from '#domain/time/india-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import { accessibilityViolations, faultsInLargeText, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openTab } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { seedAdminSession, visit } from '#tests/e2e/helpers/people.ts'
import { changePins, joinBy, openDayOf, setUpRound } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test.use({ viewport: { height: 640, width: 360 } })

/** What is wrong with a caretaker's screen, also with text at 200 %. */
async function faultsOf(page: Page, screen: string): Promise<string[]> {
  const rupees = (await page.locator('body').innerText()).includes('₹') ? [`${screen}: shows a price`] : []
  const faults = [...(await accessibilityViolations(page, screen)), ...(await faultsInLargeText(page, screen))]
  await setTextSize(page, '100%')
  return [...rupees, ...faults]
}

test("a caretaker joins on a small phone, reads the day's rides, prints them, and changes the PINs until none is left", async ({
  page
}) => {
  const { broken, email, link, parked, property, scooter, start } = await setUpRound()
  await joinBy(page, link, email)
  await expect(page).toHaveURL(screenPath('today'))
  await openDayOf(page, start)
  await expect(page.getByRole('heading', { name: property.name })).toBeVisible()
  const ride = page
    .getByRole('listitem')
    .filter({ hasText: todayText.hourLine(timeText(start), todayText.labels.starts, scooter.name) })
  await expect(ride).toContainText(todayText.WARNINGS.pin_first)
  await expect(ride.getByRole('link', { name: '9845012345' })).toHaveAttribute('href', 'tel:+919845012345')
  await expect(ride.getByRole('link', { name: todayText.labels.chat })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919845012345\?text=Hello%20Asha%2C/
  )
  const pins = page.getByRole('listitem').filter({ hasText: /\d{6}.*\d{6}/ })
  await expect(pins).toHaveCount(2)
  const faults = await faultsOf(page, 'today')

  await page.emulateMedia({ media: 'print' })
  await expect(ride).toContainText('9845012345')
  await expect(ride).toBeVisible()
  await expect(pins).toHaveCount(2)
  await expect(page.getByRole('button')).toHaveCount(0)
  for (const role of ['banner', 'tablist'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await page.emulateMedia({ media: null })

  await openTab(page, 'scooters')
  await expect(page.getByRole('table', { name: dashboardText.tabs.scooters })).toContainText(scooter.name)
  faults.push(...(await faultsOf(page, 'scooters')))
  await clickButton(page, listsText.actionOn(catalogueText.scooters.setMaintenance, scooter.name))
  const question = page.getByRole('alertdialog', { name: catalogueText.maintenanceQuestion(scooter.name) })
  await expect(question).toContainText(catalogueText.openRidesStay(1))
  faults.push(...(await faultsOf(page, 'the question before maintenance')))
  for (const missing of [catalogueText.scooters.ridesFailed, formsText.showBookings])
    await expect(question).not.toContainText(missing)
  await clickButton(question, commonText.cancel)
  await page.getByRole('button', { name: dashboardText.views.pins }).tap()
  await expect(page.getByRole('table', { name: dashboardText.views.pins })).toContainText(parked.name)
  faults.push(...(await faultsOf(page, 'PINs to change')))
  expect(faults).toEqual([])

  await page.getByRole('tab', { name: dashboardText.views.today }).tap()
  await changePins(page, [parked, scooter])
  await expect(page.getByRole('heading', { name: todayText.labels.pins })).toHaveCount(0)
  await expect(ride).toBeVisible()
  await expect(ride).not.toContainText(todayText.WARNINGS.pin_first)
  await clickButton(page, listsText.actionOn(catalogueText.scooters.setAvailable, broken.name))
  await expect(page.getByRole('heading', { name: todayText.labels.maintenance })).toHaveCount(0)
})

test('the staff free a scooter whose rider did not come, and read before what goes back', async ({ page }) => {
  const scooter = 'Honda Activa e · L2'
  await seedAdminSession(page)
  await visit(page, screenPath('today'))
  const ride = page.getByRole('listitem').filter({ hasText: scooter }).filter({ hasText: 'Ananya Das' })
  await clickButton(page, listsText.actionOn(ridesText.absence.action, scooter))
  const question = page.getByRole('alertdialog', { name: ridesText.absence.question('Ananya Das') })
  await expect(question).toContainText(ridesText.nowFree(scooter))
  await expect(question).toContainText(ridesText.goesBack({ amount: 160, refund: 160 }))
  const faults = await accessibilityViolations(page, 'the question before a scooter is freed')
  faults.push(...(await faultsInLargeText(page, 'the question before a scooter is freed')))
  expect(faults).toEqual([])
  await clickButton(question, ridesText.absence.confirm)
  await expectText(page, ridesText.nowFree(scooter))
  await expect(ride).toHaveCount(0)
})
