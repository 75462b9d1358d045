import { expect, type Page } from 'playwright/test'
import { DAYS } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'
import { weekdayName, weekdayOf } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as teamText from '#messages/admin/team.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openBooking, openTab, row } from '#tests/e2e/helpers/admin.ts'
import { chooseRide, dayFromToday, expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { LICENCE_FILE, newEmail, seedAdminSession, visit } from '#tests/e2e/helpers/people.ts'
import { choosePhoto, expectHome, fillSignUp, submitSignUp } from '#tests/e2e/helpers/sign-up.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// An empty installation: what an owner creates in the portal is what riders can book.

/** Fills in the open form. */
async function addProperty(page: Page, name: string): Promise<void> {
  await page.getByLabel(catalogueText.properties.name).fill(name)
  await page.getByLabel(catalogueText.properties.location).fill('Hebbal, Bengaluru')
  await page.getByLabel(catalogueText.properties.image).setInputFiles(LICENCE_FILE)
  await clickButton(page, catalogueText.properties.create)
}

/** Fills in the open form. */
async function addScooter(page: Page, name: string, at: string, pin: string): Promise<void> {
  await page.getByLabel(catalogueText.scooters.name).fill(name)
  await page
    .getByLabel(catalogueText.scooters.property, { exact: true })
    .last()
    .selectOption({ label: `${at} - Hebbal, Bengaluru` })
  await page.getByLabel(catalogueText.scooters.pin).fill(pin)
  await clickButton(page, catalogueText.scooters.create)
  const created = page.getByRole('dialog', { name })
  await expect(created).toContainText(catalogueText.scooters.setLock(pin))
  expect(await violationsInBothThemes(page, 'the PIN for the new lock')).toEqual([])
  await clickButton(created, commonText.close)
}

async function addRates(page: Page, at: string): Promise<void> {
  await openTab(page, 'pricing')
  await clickButton(page, catalogueText.pricing.add)
  await page.getByLabel(catalogueText.pricing.property).selectOption({ label: `${at} - Hebbal, Bengaluru` })
  await page.getByLabel(catalogueText.rateLabel(1)).fill('75')
  await clickButton(page, catalogueText.pricing.create)
  await expectText(page, catalogueText.pricing.created)
  await expect(row(page, at)).toContainText('₹75')
}

async function addPlan(page: Page, name: string, at: string, weekday: (typeof DAYS)[number]): Promise<void> {
  await openTab(page, 'plans')
  await clickButton(page, catalogueText.plans.add)
  await page.getByLabel(catalogueText.plans.name).fill(name)
  await page
    .getByLabel(catalogueText.plans.property, { exact: true })
    .last()
    .selectOption({ label: `${at} - Hebbal, Bengaluru` })
  await page.getByLabel(catalogueText.plans.hours).fill('4')
  await page.getByLabel(catalogueText.plans.cost).fill('220')
  for (const day of DAYS) await page.getByLabel(weekdayName(day)).setChecked(day === weekday)
  await clickButton(page, catalogueText.plans.create)
  await expectText(page, catalogueText.plans.created)
  await expect(row(page, name)).toContainText(catalogueText.daysText([weekday]))
}

test('a new portal leads its owner to the first paid ride: a property, a scooter, its lock, prices and a rider by link', async ({
  context,
  otherPage: riders,
  page
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(riders, PATHS.auth)
  await riders.getByRole('button', { name: authText.createAccount }).click()
  await expectText(riders, accountText.noProperties)

  const [propertyName, scooter, plan] = ['Palm House', 'Ather 450X · A1', 'One Day Deal']
  await seedAdminSession(page)
  await visit(page, PATHS.admin)
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('button') })
  const done = steps.filter({ hasText: dashboardText.firstSteps.done })
  await expect(steps).toHaveCount(5)
  await expect(done).toHaveCount(0)
  expect(await violationsInBothThemes(page, 'the first steps')).toEqual([])

  // One step leads to the next.
  await clickButton(steps, dashboardText.firstSteps.addProperty)
  await addProperty(page, propertyName)
  await addScooter(page, scooter, propertyName, '004821')
  await clickButton(steps, dashboardText.firstSteps.locksSet)
  await expect(done).toHaveCount(3)
  await page.reload()
  await expect(done).toHaveCount(3)
  await openTab(page, 'properties')
  await expect(row(page, propertyName).locator('img')).toHaveAttribute('src', /^\/api\/images\//)
  await addRates(page, propertyName)
  await addPlan(page, plan, propertyName, weekdayOf(dayFromToday(3)))
  await openTab(page, 'overview')
  await expect(done).toHaveCount(4)
  await clickButton(page, dashboardText.firstSteps.copyLink)
  await expectText(page, teamText.invitation.copied)

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(PATHS.auth, page.url()).href)
  const email = newEmail()
  await fillSignUp(riders, { email, property: propertyName })
  await choosePhoto(riders)
  await submitSignUp(riders)
  await expectHome(riders)
  await riders.getByRole('link', { name: 'Book Now' }).click()
  await chooseRide(riders, 3, '10:00', plan)
  await riders.getByLabel(bookingText.noteToStaff).fill('I come with a child seat')
  await pressBookNow(riders)
  await payInSandbox(riders)
  await expectText(riders, paymentsText.paymentSucceeded)
  await expectText(riders, /004\s*821/)
  await riders.context().close()

  await page.reload()
  await expectText(page, dashboardText.recentBookings)
  await expect(page.locator('.recent-status')).toHaveText(/10:00\s*am.*Completed/)
  await expect(page.getByRole('heading', { name: dashboardText.firstSteps.title })).toHaveCount(0)
  await openTab(page, 'bookings')
  await page.getByRole('searchbox').fill(scooter)
  await expect(row(page, email)).toContainText('Completed')
  await expect(row(page, email)).toContainText(`${scooter}at ${propertyName}`)
  await expect(row(page, email)).toContainText('₹220')
  const opened = await openBooking(page, row(page, email))
  await expect(opened).toContainText('I come with a child seat')
  await clickButton(opened, commonText.close)

  // An upcoming ride prevents deleting its scooter.
  await openTab(page, 'scooters')
  // Waits for the rows of the search, which know the ride.
  await page.getByRole('searchbox').fill(scooter)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await clickButton(page, listsText.actionOn(listsText.deleteLabel, scooter))
  const blocked = page.getByRole('alertdialog', { name: catalogueText.scooters.cannotDelete })
  await expect(blocked).toContainText(formsText.openRidesText(1))
  await expect(blocked.getByRole('button')).toHaveText([commonText.close])
  await clickButton(blocked, commonText.close)
  await expect(page.getByRole('button', { name: listsText.actionOn(listsText.deleteLabel, scooter) })).toBeFocused()
})
