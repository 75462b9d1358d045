import { expect, type Page } from 'playwright/test'
import * as activityText from '#messages/admin/activity.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as commonText from '#messages/common.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { answerDialog, clickButton, openAdminTab, openTab, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import { runCron } from '#tests/e2e/helpers/outbox.ts'
import { callAsAdmin, createPropertyWithScooter, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

// Viewing a licence photo and deleting a rider write activity entries.

async function openLog(page: Page): Promise<void> {
  await openTab(page, 'overview')
  await clickButton(page, commonText.activityLog)
  await expect(page.getByRole('table', { name: commonText.activityLog })).toBeVisible()
}

test(
  'an admin reads the messages of a rider, views the licence photo, deletes the rider, and reads both in the log',
  NIGHTLY,
  async ({ page }) => {
    const { property, scooter } = await createPropertyWithScooter()
    const { email, token } = await signUpRider(property.id)
    const id = await createPaidRide(token, scooter.id, 2, '10:00', 3)
    await runCron()
    const requests: string[] = []
    page.on('request', request => request.url().includes('/licenses/') && requests.push(request.url()))

    const findRider = async () => {
      await openAdminTab(page, 'users')
      await page.getByLabel(ridersText.list.search).fill(email)
      await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1)
    }
    await findRider()
    await clickButton(row(page, email), listsText.actionOn(reviewText.riderPanel.open, 'Asha Rao'))
    const file = page.getByRole('dialog', { name: 'Asha Rao' })
    const photo = file.getByRole('img', { name: ridersText.licencePhoto.alt('Asha Rao') })
    await expect(photo).toHaveAttribute('src', /^blob:/)
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    expect(requests.map(url => new URL(url).search)).toEqual([''])
    const open = file.getByRole('button', { name: ridersText.riderMessages.open })
    await open.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: ridersText.riderMessages.title })
    await expect(dialog.getByRole('listitem')).toContainText([/^Your scooter is booked: .* IST.*Email · Sent/])
    expect(await violationsInBothThemes(page, 'the messages of a rider')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(file).toBeHidden()
    await expect(row(page, email).getByRole('button', { name: reviewText.riderPanel.open })).toBeFocused()

    // A rider with a ride ahead or a refund to come cannot be deleted.
    await callAsAdmin('POST', `/bookings/${id}/cancel`, { amount: 140 })
    await runCron()
    await findRider()
    await clickButton(row(page, email), listsText.actionOn(listsText.deleteLabel, 'Asha Rao'))
    await answerDialog(page, ridersText.list.deleteQuestion, listsText.deleteLabel)
    await expectText(page, ridersText.riderDeleted)
    await expectText(page, listsText.nothingFound)

    await openLog(page)
    await expect(page).toHaveURL('/admin?view=activity')
    const log = page.getByRole('table', { name: commonText.activityLog }).getByRole('row')
    await expect(log.filter({ hasText: activityText.actionText('delete_rider') }).first()).toContainText(
      ridersText.deletedRider
    )
    const views = log.filter({ hasText: activityText.actionText('view_license') })
    await expect(views.filter({ hasText: 'admin@demo.test' }).first()).toBeVisible()
    await visit(page, page.url())
    await expect(page.getByRole('table', { name: commonText.activityLog })).toBeVisible()
    await clickButton(page, dashboardText.views.overview)
    await expectText(page, dashboardText.recentBookings)
  }
)
