import { expect } from 'playwright/test'
import * as portalBookings from '#messages/admin/bookings.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import { refundProgress, refundTooHigh } from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { paymentSucceeded } from '#messages/payments/payments.ts'
import { answerDialog, clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { chooseRide, createPaidRide, expectText, payInSandbox, pressBookNow } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, seedRiderSession, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { bookings, cancelling } = portalBookings
const { goodwill } = portalRefunds
const { refunds } = portalRefunds
/** Triggers the cron, which does not run by itself on a local Worker. */
const EVERY_MINUTE = '/cdn-cgi/handler/scheduled?cron=*+*+*+*+*'

test('an admin cancels a paid booking, the refund is sent automatically, and the rider sees it', async ({
  otherPage: riders,
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await seedRiderSession(riders, rider)
  await visit(riders, `/booking/${scooter.id}`)
  await chooseRide(riders, 3, '10:00', '3 hours')
  await pressBookNow(riders)
  await payInSandbox(riders)
  await expectText(riders, paymentSucceeded)

  await openAdminTab(page, 'bookings')
  await page.getByRole('searchbox').fill(rider.email)
  const ride = row(page, rider.email)
  await expect(ride).toHaveCount(1)
  await ride.getByRole('button', { name: cancelling.action }).click()
  const question = page.getByRole('alertdialog', { name: cancelling.question })
  for (const line of ['Asha Rao', scooter.name, property.name, '₹140 will be refunded to Asha Rao.'])
    await expect(question).toContainText(line)
  await clickButton(question, cancelling.keep)
  await expect(ride).toContainText('Completed')
  await ride.getByRole('button', { name: cancelling.action }).click()
  await answerDialog(page, cancelling.question, cancelling.action)
  await expectText(page, /^Booking cancelled\. ₹140 will be refunded/)
  await expect(ride).toContainText('Cancelled')
  await expect(ride.getByRole('button', { name: cancelling.action })).toHaveCount(0)

  await page.getByRole('button', { name: bookings.payments, exact: true }).click()
  await expect(page).toHaveURL('/admin?tab=bookings&view=payments')
  const refund = row(page, rider.email)
  await expect(refund).toContainText(portalRefunds.refundReason('cancelled'))
  await expect(refund).toContainText(portalRefunds.refundStatus('due'))
  expect((await page.request.get(EVERY_MINUTE)).ok()).toBe(true)
  await page.reload()
  await expect(refund).toContainText(portalRefunds.refundStatus('processed'))
  await expect(refund).toContainText(/rfnd_/)
  await page.getByLabel(refunds.status).selectOption({ label: portalRefunds.refundStatus('due') })
  await expect(refund).toHaveCount(0)

  await visit(riders, '/my-bookings')
  const past = riders.getByRole('listitem').filter({ hasText: scooter.name })
  await expect(past).toContainText(myBookings.cancelledByUs)
  await expect(past).toContainText(myBookings.refundProgressText(140, true))
  await riders.context().close()
})

test('an admin refunds a part as goodwill, and a cancellation then refunds what is left', async ({ page }) => {
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await createPaidRide(page, rider.token, scooter.id, 3, '10:00', 3)
  await openAdminTab(page, 'bookings')
  await page.getByRole('searchbox').fill(rider.email)
  const ride = row(page, rider.email)
  await ride.getByRole('button', { name: bookings.payments }).click()
  const panel = page.getByRole('complementary', { name: portalRefunds.paymentDetails.title })
  await clickButton(panel, goodwill.open)
  await expect(panel.getByLabel(goodwill.amount)).toBeFocused()
  await page.keyboard.type('200')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Not charged')
  await page.keyboard.press('Enter')
  await expectText(page, refundTooHigh('₹140'))
  await panel.getByLabel(goodwill.amount).fill('20')
  const reloaded = page.waitForResponse(/\/api\/admin\/bookings\?/)
  await page.keyboard.press('Enter')
  await expectText(page, refundProgress.queued)
  await expect(panel).toContainText('₹20')
  await expect(panel).toContainText(portalRefunds.refundReason('goodwill'))
  await reloaded
  // The dialog shows the amount of the row as it is when it opens, so the new row must be in the list.
  await expect(page.locator('section[aria-busy]', { has: ride })).toHaveAttribute('aria-busy', 'false')
  await ride.getByRole('button', { name: cancelling.action }).click()
  await expect(page.getByRole('alertdialog', { name: cancelling.question })).toContainText('₹120 will be refunded')
  await answerDialog(page, cancelling.question, cancelling.action)
  await expect(ride).toContainText('Cancelled')
})

test('both views of the bookings are reachable by keyboard and have their own URL', async ({ page }) => {
  await openAdminTab(page, 'bookings')
  const view = (name: string) => page.getByRole('group', { name: bookings.views }).getByRole('button', { name })
  await expect(view(bookings.all)).toHaveAttribute('aria-pressed', 'true')
  await view(bookings.all).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(view(bookings.payments)).toHaveAttribute('aria-pressed', 'true')
  await expect(view(bookings.payments)).toBeFocused()
  await expectText(page, refunds.nothingToReview)
  await page.reload()
  await expect(page.getByRole('table', { name: refunds.all })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin?tab=bookings')
  await expect(page.getByRole('table', { name: dashboard.tabs.bookings })).toBeVisible()

  const paymentsButton = page.getByRole('button', { name: new RegExp(`^${bookings.payments} .+,`) }).first()
  await paymentsButton.press('Enter')
  await expect(page.getByRole('complementary', { name: portalRefunds.paymentDetails.title })).toBeVisible()
  await expect(page.getByRole('button', { name: labels.close })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(paymentsButton).toBeFocused()
})
