import { expect } from 'playwright/test'
import { REVENUE_DAYS } from '#domain/constants.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import * as commonText from '#messages/common.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { runCron } from '#tests/e2e/helpers/outbox.ts'
import { seedAdminSession, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('revenue and Status are in the page before scripts load; the revenue has a table, and Status is refreshed', async ({
  page
}) => {
  await runCron()
  await seedAdminSession(page)
  await page.route('**/_astro/*.js', route => route.abort())
  await page.goto('/admin?view=status')
  const headline = page.getByRole('heading', { name: systemStatusText.headline(0, false) })
  await expect(headline).toBeVisible()
  await expect(page.getByRole('heading', { name: systemStatusText.problemsTitle })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('img', { name: dashboardText.revenue.chart })).toBeVisible()
  const table = page.getByRole('table', { name: dashboardText.revenue.title })
  await expect(table).toBeHidden()

  await page.unroute('**/_astro/*.js')
  await visit(page, '/admin')
  await page.getByText(dashboardText.revenue.showTable).click()
  await expect(table.getByRole('row')).toHaveCount(REVENUE_DAYS + 1)
  expect(await violationsInBothThemes(page, 'the revenue as a table')).toEqual([])
  await page.getByRole('button', { name: dashboardText.views.status, exact: true }).click()
  const reloaded = page.waitForResponse('**/api/admin/status')
  await page.getByRole('button', { name: commonText.refresh }).press('Enter')
  expect((await reloaded).ok()).toBe(true)
  await expect(headline).toBeVisible()
})
