import { expect, type Locator, type Page } from 'playwright/test'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as commonText from '#messages/common.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'
import { violationsInBothThemes } from '../helpers/accessible.ts'
import { answerDialog, clickButton, openAdminTab, openBooking, row } from '../helpers/admin.ts'
import { createOrder, expectText } from '../helpers/booking.ts'
import { createPropertyWithScooter, signUpRider } from '../helpers/people.ts'
import { cron, test } from './bank.ts'

// On a wide screen, where the second question appears under the pointer.
test.use({ deviceScaleFactor: 1, hasTouch: false, isMobile: false, viewport: { height: 800, width: 1280 } })

/** A rider with a paid ride. The amount can differ from its price. */
async function payer(pays: (order_id: string) => Promise<{ razorpay_payment_id: string }>) {
  const { property, scooter } = await createPropertyWithScooter()
  const { email, token } = await signUpRider(property.id)
  const { razorpay_order_id } = await createOrder(token, scooter.id, 2, '10:00', 3)
  const { razorpay_payment_id: payment_id } = await pays(razorpay_order_id)
  return { email, payment_id }
}

const tableOf = (page: Page, name: string) => page.getByRole('table', { name })
const rowIn = (page: Page, table: string, { email }: { email: string }) =>
  tableOf(page, table).getByRole('row').filter({ hasText: email })
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

/** Presses until the question takes the answer, which it does not in its first half second. */
async function answer(second: Locator, name: string): Promise<void> {
  await expect(async () => {
    if (await second.isVisible()) await clickButton(second, name)
    await expect(second).toBeHidden({ timeout: 500 })
  }).toPass()
}

async function openPayments(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: dashboardText.viewsOfTab })
    .getByRole('button', { name: new RegExp(`^${dashboardText.views.payments}`) })
    .click()
}

test(
  "an admin cancels a disputed ride after a second confirmation and sees the dispute's outcome",
  NIGHTLY,
  async ({ bank, page }) => {
    const rider = await payer(bank.pay)
    const dispute = await bank.openDispute(rider.payment_id, { amount: 2000, hours: 20 })
    await bank.deliverWebhooks()

    await openAdminTab(page, 'bookings')
    await page.getByRole('searchbox').fill(rider.email)
    const ride = row(page, rider.email)
    await expect(ride).toHaveCount(1)
    await clickButton(await openBooking(page, ride), adminBookingsText.cancelling.action)
    // A double press does not answer the second question.
    await question(page, adminBookingsText.cancelling.question)
      .getByRole('button', { name: adminBookingsText.cancelling.action })
      .dblclick()
    const second = question(page, disputesText.cancelDisputedQuestion)
    await expect(second).toContainText('₹20 of this payment')
    await expect(second).toContainText(/Answer by \w{3} \d+ \w{3}, \d+:\d\d\s[ap]m IST/)
    expect(await violationsInBothThemes(page, 'the second question')).toEqual([])
    await answer(second, disputesText.goBack)
    await expect(ride).toContainText('Completed')
    await clickButton(page, commonText.close)

    await openPayments(page)
    const open = rowIn(page, disputesText.disputesTitle, rider)
    await expect(open).toContainText('₹20 of ₹140')
    await expect(open).toContainText(disputesText.statusText('open'))
    await expect(open).toContainText(/(19 h \d+ min|20 h) left/)
    expect(await violationsInBothThemes(page, 'open disputes')).toEqual([])

    await bank.decideDispute(dispute, 'lost')
    await bank.deliverWebhooks()
    await page.reload()
    await expect(open).toHaveCount(0)
    await page.locator('summary', { hasText: disputesText.decidedTitle }).click()
    await expect(rowIn(page, disputesText.decidedTitle, rider)).toContainText('₹20 was taken from your account.')

    await clickButton(page, dashboardText.views.bookings)
    await page.getByRole('searchbox').fill(rider.email)
    await clickButton(await openBooking(page, ride), adminBookingsText.cancelling.action)
    await answerDialog(page, adminBookingsText.cancelling.question, adminBookingsText.cancelling.action)
    await expect(second).toContainText('The dispute is lost')
    await expect(second.getByRole('button', { name: disputesText.goBack })).toBeFocused()
    await answer(second, disputesText.cancelAction)
    await expectText(page, /^Booking cancelled\./)
    await expect(ride).toContainText('Cancelled')
    await cron()
    expect(await bank.refundsOf(rider.payment_id)).toHaveLength(1)
  }
)
