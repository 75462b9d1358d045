import { devices, expect } from 'playwright/test'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import { faultsInLargeText } from '#tests/e2e/helpers/accessible.ts'
import { answerDialog, clickButton } from '#tests/e2e/helpers/admin.ts'
import { createOrder, expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, seedAdminSession, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'
import { cron, test } from './bank.ts'

const ORPHAN_PAYMENT = { amount: 99, currency: 'INR', user_email: '', user_name: 'Asha Rao' }
const WIDE = { height: 800, width: 1280 }
const BY_HAND = 'In cash, at the front desk'

test.use({ ...devices['Desktop Chrome'], viewport: WIDE })

test(
  'payments of a wrong amount wait for an admin, who finds them in Status, refunds one and marks one as refunded',
  NIGHTLY,
  async ({ bank, page }) => {
    const { property, scooter } = await createPropertyWithScooter()
    /** A rider pays another amount than the price of the ride. */
    async function paysOther(days: number) {
      const { email, token } = await signUpRider(property.id)
      const { razorpay_order_id } = await createOrder(token, scooter.id, days, '10:00', 3)
      const receipt = await bank.pay(razorpay_order_id, { amount: ORPHAN_PAYMENT.amount * 100 })
      return { email, payment_id: receipt.razorpay_payment_id }
    }
    const [sent, closed] = [await paysOther(2), await paysOther(3)]
    await bank.deliverWebhooks()

    await cron()
    await seedAdminSession(page)
    await visit(page, '/admin')
    const openStatus = page.getByRole('button', { name: dashboardText.views.status, exact: true })
    await openStatus.press('Enter')
    await expect(page).toHaveURL('/admin?view=status')
    // Other tests leave disputes, which are problems of their own.
    const problem = page.getByRole('listitem').filter({ hasText: systemStatusText.problemText('refunds_in_review', 2) })
    await expect(problem).toContainText(systemStatusText.problemToDo('refunds_in_review'))
    await problem.getByRole('button', { name: systemStatusText.openPayments }).press('Enter')
    await expect(page).toHaveURL('/admin?tab=bookings&view=payments')
    const rowIn = (table: string, email: string) =>
      page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: email })
    const waits = ({ email }: { email: string }) => rowIn(refundsText.list.needsReview, email)
    const refund = ({ email }: { email: string }) => rowIn(refundsText.list.all, email)
    for (const payment of [sent, closed]) await expect(waits(payment)).toContainText('Ordered: ₹140. Paid: ₹99.')

    // On a phone with large text, no button is cut.
    await page.setViewportSize({ height: 740, width: 360 })
    expect(await faultsInLargeText(page, 'Payments')).toEqual([])
    await page.setViewportSize(WIDE)
    await page.reload()

    await clickButton(
      waits(sent),
      listsText.actionOn(refundsText.refundLabel(ORPHAN_PAYMENT), ORPHAN_PAYMENT.user_name)
    )
    await answerDialog(page, refundsText.sendQuestion(ORPHAN_PAYMENT), refundsText.refundLabel(ORPHAN_PAYMENT))
    await expectText(page, refundsText.refundProgress.queued)
    await expect(waits(sent)).toHaveCount(0)
    await expect(refund(sent)).toContainText(refundsText.refundStatus('due'))
    await cron()
    const [pendingRefund, ...more] = await bank.refundsOf(sent.payment_id)
    expect(pendingRefund).toMatchObject({ amount: ORPHAN_PAYMENT.amount * 100, status: 'pending' })
    expect(more).toEqual([])
    await page.reload()
    await expect(refund(sent)).toContainText(refundsText.refundStatus('sent'))
    await bank.processRefund(pendingRefund)
    await bank.deliverWebhooks()
    await page.reload()
    await expect(refund(sent)).toContainText(refundsText.refundStatus('processed'))

    await clickButton(waits(closed), listsText.actionOn(refundsText.list.markRefunded, ORPHAN_PAYMENT.user_name))
    const question = page.getByRole('alertdialog', { name: refundsText.markRefundedQuestion(ORPHAN_PAYMENT) })
    await question.getByLabel(refundsText.list.note).fill(BY_HAND)
    await clickButton(question, refundsText.list.markRefunded)
    await expectText(page, refundsText.list.markedRefunded)
    await expect(refund(closed)).toContainText(refundsText.refundStatus('processed'))
    await expect(refund(closed)).toContainText(BY_HAND)
    await expect(waits(closed)).toHaveCount(0)
    await cron()
    expect(await bank.refundsOf(closed.payment_id)).toEqual([])

    await page.getByRole('tab', { name: dashboardText.tabs.overview }).click()
    await openStatus.click()
    await expect(page.getByRole('heading', { name: systemStatusText.setupTitle })).toBeVisible()
    await expect(page.getByText(systemStatusText.problemToDo('refunds_in_review'))).toHaveCount(0)
  }
)
