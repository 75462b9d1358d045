import { readFileSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as commonText from '#messages/common.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'
import { RIDER } from '../../fakes/second-backend/seed.ts'
import { answerDialog, clickButton, deleteRow, openTab, row, signInAsAdmin } from '../helpers/admin.ts'
import { expectText } from '../helpers/booking.ts'
import { LICENCE_FILE } from '../helpers/people.ts'
import { CLOUD, test } from './backend.ts'

// The portal on an external backend, which has no paging, no search and no CSV export.

/** For what the embedded backend has, and this one has not. */
const expectNoButton = (page: Page, ...names: string[]) =>
  expect(page.getByRole('button', { name: new RegExp(`^(${names.join('|')})`) })).toHaveCount(0)

const LISTS = ['bookings', 'pricing', 'pricing-plans', 'properties', 'scooters', 'stats', 'users']

function recordListRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', request => {
    const [, list] = /^\/api\/admin\/([a-z-]+)$/.exec(new URL(request.url()).pathname) ?? []
    if (request.method() === 'GET' && list) requests.push(list)
  })
  return requests
}

const names = (page: Page) => page.getByRole('row').locator('.cell-main').allTextContents()

test('all seven lists load together, reload after a change, and are searched, sorted and exported in the browser', async ({
  page
}) => {
  const requests = recordListRequests(page)
  await signInAsAdmin(page)
  await expectText(page, dashboardText.scootersNow)
  await expectNoButton(page, commonText.activityLog, dashboardText.views.status)
  await expect.poll(() => requests.toSorted()).toEqual(LISTS)
  await openTab(page, 'scooters')
  await expect(row(page, 'TVS iQube')).toBeVisible()
  await clickButton(page, listsText.filtersLabel(0))
  await page.getByLabel(listsText.sortBy).selectOption('name')
  const sorted = await names(page)
  expect(sorted).toEqual(sorted.toSorted((one, other) => one.localeCompare(other, 'en-IN')))
  await page.getByLabel(catalogueText.scooters.status).selectOption('Maintenance')
  await expect(page.getByRole('row')).toHaveCount(1)
  await page.getByLabel(catalogueText.scooters.status).selectOption('')
  await page.getByRole('searchbox').fill('palm court')
  await expect(row(page, 'Bajaj Chetak')).toBeVisible()
  await expect(row(page, 'TVS iQube')).toHaveCount(0)
  await page.getByRole('searchbox').fill('nowhere')
  await expectText(page, listsText.nothingFound)
  await clickButton(page, listsText.clearFilters)
  expect(requests.toSorted()).toEqual(LISTS)

  await clickButton(page, catalogueText.scooters.migrate)
  await answerDialog(page, catalogueText.scooters.migrateQuestion, catalogueText.scooters.migrateConfirm)
  await expectText(page, /Successfully migrated \d+ scooters to numeric PINs/)
  await expect.poll(() => requests.toSorted()).toEqual([...LISTS, ...LISTS].toSorted())

  await openTab(page, 'bookings')
  await expect(page.getByRole('row').filter({ hasText: RIDER.email }).first()).toBeVisible()
  // The screens of the embedded backend are not shown here, even when they are opened by URL.
  await page.goto('/admin?tab=bookings&view=payments')
  await expect(row(page, RIDER.email).first()).toBeVisible()
  await expect(page.getByRole('group', { name: dashboardText.viewsOfTab })).toHaveCount(0)
  await expectNoButton(page, adminBookingsText.cancelling.action)
  await clickButton(page, listsText.filtersLabel(0))
  await page.getByLabel(adminBookingsText.list.from, { exact: true }).fill('2099-06-15')
  await page.getByLabel(adminBookingsText.list.to, { exact: true }).fill('2099-06-15')
  await expect(row(page, RIDER.email)).toHaveCount(1)
  const saving = page.waitForEvent('download')
  await clickButton(page, adminBookingsText.list.exportCsv)
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^bookings-\d{4}-\d{2}-\d{2}\.csv$/)
  const [head, line, ...rest] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(head).toContain('Payment status')
  expect(line).toContain('2099-06-15 19:00')
  expect(rest).toEqual([])

  await openTab(page, 'users')
  await row(page, RIDER.email).getByLabel(ridersText.list.updatePhoto).setInputFiles(LICENCE_FILE)
  await expectText(page, ridersText.list.updated)
  await expect(row(page, RIDER.email).locator('img')).toBeVisible()
  await expectNoButton(
    page,
    ridersText.riderMessages.open,
    listsText.deleteLabel,
    reviewText.riderPanel.open,
    dashboardText.views.licences
  )
})

const propertyName = 'Admin House'

/** Selects the property in the open form. The filter of the list has the same label. */
const selectProperty = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .last()
    .selectOption({ label: `${propertyName} - Hebbal` })

test('a property, a scooter, rates and a plan are created, edited and deleted', NIGHTLY, async ({ page }) => {
  const [scooter, plan] = ['Ather Rizta', 'One Day Deal']
  await signInAsAdmin(page)
  await openTab(page, 'properties')
  await clickButton(page, catalogueText.properties.add)
  await page.getByLabel(catalogueText.properties.name).fill(propertyName)
  await page.getByLabel(catalogueText.properties.location).fill('Hebbal')
  await page.getByLabel(catalogueText.properties.image).setInputFiles(LICENCE_FILE)
  await clickButton(page, catalogueText.properties.create)
  await expect(row(page, propertyName).locator('img')).toHaveAttribute(
    'src',
    new RegExp(`^${CLOUD}/.+/o/properties%2F`)
  )

  await openTab(page, 'scooters')
  await clickButton(page, catalogueText.scooters.add)
  await page.getByLabel(catalogueText.scooters.name).fill(scooter)
  await selectProperty(page, catalogueText.scooters.property)
  await page.getByLabel(catalogueText.scooters.image).setInputFiles(LICENCE_FILE)
  await clickButton(page, catalogueText.scooters.create)
  await expect(row(page, scooter)).toContainText(propertyName)
  await clickButton(page, listsText.actionOn(listsText.edit, scooter))
  await page.getByLabel(catalogueText.scooters.pin).fill('004821')
  await clickButton(page, commonText.save)
  await expect(row(page, scooter)).toContainText('004821')
  await deleteRow(page, scooter, catalogueText.scooters.deleteQuestion)
  await expect(row(page, scooter)).toHaveCount(0)

  await openTab(page, 'pricing')
  await clickButton(page, catalogueText.pricing.add)
  await page.getByLabel(catalogueText.pricing.property).selectOption({ label: `${propertyName} - Hebbal` })
  await clickButton(page, catalogueText.pricing.create)
  await expect(row(page, propertyName)).toContainText('₹50')
  await clickButton(page, listsText.actionOn(listsText.edit, propertyName))
  await page.getByLabel(catalogueText.rateLabel(1)).fill('75')
  await clickButton(page, commonText.save)
  await expect(row(page, propertyName)).toContainText('₹75')

  await openTab(page, 'plans')
  await clickButton(page, catalogueText.plans.add)
  await page.getByLabel(catalogueText.plans.name).fill(plan)
  await selectProperty(page, catalogueText.plans.property)
  await page.getByLabel(catalogueText.plans.cost).fill('99')
  await clickButton(page, catalogueText.plans.create)
  await expect(row(page, plan)).toContainText('₹99')
  await deleteRow(page, plan, catalogueText.plans.deleteQuestion)
  await expect(row(page, plan)).toHaveCount(0)

  await openTab(page, 'properties')
  await deleteRow(page, 'Palm Court', catalogueText.properties.deleteQuestion)
  await expectText(page, 'Property is in use')
  await deleteRow(page, propertyName, catalogueText.properties.deleteQuestion)
  await expect(row(page, propertyName)).toHaveCount(0)
})
