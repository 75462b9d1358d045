import { readFileSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as commonText from '#messages/common.ts'
import { RIDER } from '../../fakes/second-backend/seed.ts'
import { answerDialog, clickButton, openTab, row, signInAsAdmin } from '../helpers/admin.ts'
import { expectText } from '../helpers/booking.ts'
import { LICENCE_FILE } from '../helpers/people.ts'
import { test } from './backend.ts'

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
  await expectNoButton(page, commonText.activityLog, dashboardText.views.status, dashboardText.views.reports)
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

  await clickButton(page, listsText.moreActions)
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
  await expectNoButton(page, adminBookingsText.cancelling.action, deskText.form.open)
  await clickButton(page, listsText.filtersLabel(0))
  await page.getByLabel(adminBookingsText.list.from, { exact: true }).fill('2099-06-15')
  await page.getByLabel(adminBookingsText.list.to, { exact: true }).fill('2099-06-15')
  await expect(row(page, RIDER.email)).toHaveCount(1)
  await clickButton(page, listsText.moreActions)
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
    guestsText.panel.open,
    ridersText.riderMessages.open,
    listsText.deleteLabel,
    reviewText.riderPanel.open,
    dashboardText.views.licences
  )
})
