import { expect, type Page } from 'playwright/test'
import { type Screen, screenPath, tabOf } from '#domain/admin/screens.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { openTab } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, visit } from '#tests/e2e/helpers/people.ts'
import { invite, joinBy } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

const views = (page: Page) => page.getByRole('group', { name: dashboardText.viewsOfTab }).getByRole('button')
/** A count can follow the name. */
const view = (page: Page, screen: Screen) => views(page).filter({ hasText: dashboardText.views[screen] })

async function expectView(page: Page, screen: Screen): Promise<void> {
  await expect(view(page, screen)).toHaveAttribute('aria-pressed', 'true')
  await expect(views(page).and(page.locator('[aria-pressed="true"]'))).toHaveCount(1)
  await expect(page).toHaveURL(screenPath(screen))
}

test(
  "a manager's portal has no closed views, and the address of one opens the first screen and names the owner",
  NIGHTLY,
  async ({ page }) => {
    const { property } = await createPropertyWithScooter()
    const { email, link } = await invite('manager', property.id)
    await joinBy(page, link, email)
    await expectView(page, 'overview')
    await expect(page.getByRole('tab')).toHaveText(Object.values(dashboardText.tabs))
    await expect(views(page)).toHaveText([dashboardText.views.overview, dashboardText.views.today])
    await openTab(page, 'bookings')
    await expectText(page, dashboardText.noRecentBookings)
    await expect(views(page)).toHaveCount(0)
    for (const screen of ['team', 'activity', 'status', 'payments'] as const) {
      await visit(page, screenPath(screen))
      await expect(page).toHaveURL(screenPath(tabOf(screen)))
      await expectText(page, dashboardText.askOwner)
    }
  }
)
