import { expect } from 'playwright/test'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { answerDialog, clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import { runCron } from '#tests/e2e/helpers/outbox.ts'
import { createPropertyWithScooter, seedRiderSession, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

test(
  'an admin refunds a part as goodwill by keyboard and cancels the ride, which refunds the rest, and the rider sees it',
  NIGHTLY,
  async ({ otherPage: riders, page }) => {
    const { property, scooter } = await createPropertyWithScooter()
    const rider = await signUpRider(property.id)
    await createPaidRide(rider.token, scooter.id, 3, '10:00', 3)
    await openAdminTab(page, 'bookings')
    await page.getByRole('searchbox').fill(rider.email)
    const ride = row(page, rider.email)
    await expect(ride).toHaveCount(1)
    const opener = ride.getByRole('button').first()
    await opener.press('Enter')
    const panel = page.getByRole('dialog', { name: adminBookingsText.detailsPanel.title })
    await expect(panel.getByRole('button', { name: commonText.close })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await clickButton(panel, refundsText.goodwill.open)
    await expect(panel.getByLabel(refundsText.goodwill.amount)).toBeFocused()
    await page.keyboard.type('200')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Not charged')
    await page.keyboard.press('Enter')
    await expectText(page, refundsText.refundTooHigh('₹140'))
    await panel.getByLabel(refundsText.goodwill.amount).fill('20')
    const reloaded = page.waitForResponse(/\/api\/admin\/bookings\?/)
    await page.keyboard.press('Enter')
    await expectText(page, refundsText.refundProgress.queued)
    await expect(panel).toContainText('₹20')
    await expect(panel).toContainText(refundsText.refundReason('goodwill'))
    await reloaded
    // The dialog shows the amount of the row as it is when it opens, so the new row must be in the list.
    await expect(page.locator('section[aria-busy]', { has: ride })).toHaveAttribute('aria-busy', 'false')

    const cancel = panel.getByRole('button', { name: adminBookingsText.cancelling.action })
    await cancel.click()
    const question = page.getByRole('alertdialog', { name: adminBookingsText.cancelling.question })
    for (const line of ['Asha Rao', scooter.name, property.name, '₹120 will be refunded to Asha Rao.'])
      await expect(question).toContainText(line)
    await question.getByLabel(adminBookingsText.cancelling.reason).fill('Flat tyre')
    await clickButton(question, adminBookingsText.cancelling.keep)
    await expect(ride).toContainText('Completed')
    await cancel.click()
    await expect(question.getByLabel(adminBookingsText.cancelling.reason)).toHaveValue('Flat tyre')
    await answerDialog(page, adminBookingsText.cancelling.question, adminBookingsText.cancelling.action)
    await expectText(page, /^Booking cancelled\. ₹120 will be refunded/)
    await expect(ride).toContainText('Cancelled')
    await expect(cancel).toHaveCount(0)
    await clickButton(panel, commonText.close)

    const view = (name: string) =>
      page.getByRole('group', { name: dashboardText.viewsOfTab }).getByRole('button', { name })
    await expect(view(dashboardText.views.bookings)).toHaveAttribute('aria-pressed', 'true')
    await view(dashboardText.views.bookings).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(view(dashboardText.views.payments)).toHaveAttribute('aria-pressed', 'true')
    await expect(view(dashboardText.views.payments)).toBeFocused()
    await expect(page).toHaveURL('/admin?tab=bookings&view=payments')
    const refund = row(page, rider.email).filter({ hasText: refundsText.refundReason('cancelled') })
    await expect(refund).toContainText(refundsText.refundStatus('due'))
    await runCron()
    await page.reload()
    await expect(refund).toContainText(refundsText.refundStatus('processed'))
    await expect(refund).toContainText(/rfnd_/)
    await page.getByLabel(refundsText.list.status).selectOption({ label: refundsText.refundStatus('due') })
    await expect(refund).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/admin?tab=bookings')
    await expect(page.getByRole('table', { name: dashboardText.tabs.bookings })).toBeVisible()

    await seedRiderSession(riders, rider)
    await visit(riders, '/my-bookings')
    const past = riders.getByRole('listitem').filter({ hasText: scooter.name })
    await expect(past).toContainText(myBookingsText.cancelledBecause('Flat tyre'))
    await expect(past).toContainText(myBookingsText.refundProgressText(140, true))
  }
)
