import { expect, type Locator, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import * as authText from '#messages/account/auth.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'
import { DEMO_ADMIN, seedAdminSession, visit, waitForHydration } from './people.ts'

type TabName = keyof typeof dashboardText.tabs

export async function fillSignIn(page: Page, { email, password }: typeof DEMO_ADMIN): Promise<void> {
  await page.getByLabel(authText.adminEmail).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Closes the sign-in alert, whether it reports success or an error. */
export async function closeAlert(page: Page, sentence: string): Promise<void> {
  await page.getByRole('alertdialog', { name: sentence }).getByRole('button', { name: commonText.ok }).click()
}

/** Signs in through the sign-in page. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await visit(page, '/admin/auth')
  await fillSignIn(page, DEMO_ADMIN)
  await closeAlert(page, authText.adminWelcome)
  await page.waitForURL('/admin')
  await waitForHydration(page)
}

/** Opens a tab with a stored session and waits for its list. */
export async function openAdminTab(page: Page, tab: TabName): Promise<void> {
  await seedAdminSession(page)
  await visit(page, screenPath(tab))
  await expect(page.getByRole('table', { name: dashboardText.tabs[tab] })).toBeVisible()
}

export const openTab = (page: Page, tab: TabName) => page.getByRole('tab', { name: dashboardText.tabs[tab] }).click()
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const clickButton = (on: Locator | Page, name: string) => on.getByRole('button', { exact: true, name }).click()

/** Opens the panel of a booking by its row, and returns it. */
export async function openBooking(page: Page, ride: Locator): Promise<Locator> {
  await ride.getByRole('button').first().click()
  const panel = page.getByRole('dialog', { name: adminBookingsText.detailsPanel.title })
  await expect(panel).toBeVisible()
  return panel
}

/** Confirms or cancels a dialog of the dashboard. */
export async function answerDialog(page: Page, question: string, button: string): Promise<void> {
  await clickButton(page.getByRole('alertdialog', { name: question }), button)
}
