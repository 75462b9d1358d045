import { expect } from 'playwright/test'
import { TERMS_VERSION } from '#domain/operator.ts'
import { PATHS } from '#domain/routes.ts'
import { plainDateText } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import { openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { chooseRide, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { disableSsrData, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

test(
  'a rider who agreed to earlier terms reads that they have changed, and books; the portal shows the agreement',
  NIGHTLY,
  async ({ otherPage: portal, page }) => {
    const { rider, scooter } = await setUpSignedInRider(page)
    await disableSsrData(page)
    await page.route('**/api/profile', async route => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), terms_version: '2020-01-01' }, response })
    })
    await visit(page, `/booking/${scooter.id}`)
    const summary = page.getByRole('complementary').filter({ hasText: 'By booking you agree' })
    await expect(summary).toContainText(legalLinksText.termsChanged.trim())
    await expect(summary.getByRole('link', { name: 'refund rules' })).toHaveAttribute('href', PATHS.refunds)
    await chooseRide(page, 3, '10:00', '1 hour')
    await pressBookNow(page)
    await payInSandbox(page)
    await expect(page).toHaveURL(PATHS.myBookings)
    await page.unroute('**/api/profile')
    await visit(page, `/booking/${scooter.id}`)
    await expect(summary).toBeVisible()
    await expect(summary).not.toContainText(legalLinksText.termsChanged.trim())

    await openAdminTab(portal, 'bookings')
    await portal.getByRole('searchbox').fill(rider.email)
    await expect(row(portal, rider.email)).toHaveCount(1)
    await row(portal, rider.email).getByRole('button').first().click()
    await expect(portal.getByRole('dialog', { name: adminBookingsText.detailsPanel.title })).toContainText(
      `Agreed to the terms of ${plainDateText(TERMS_VERSION)} on`
    )
  }
)
