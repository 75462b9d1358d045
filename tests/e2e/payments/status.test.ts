import { devices, expect } from 'playwright/test'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import * as status from '#messages/admin/status.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { createOrder, expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, seedAdminSession, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { cron, test } from './bank.ts'

const { refunds } = portalRefunds
const ORPHAN_PAYMENT = { amount: 98, currency: 'INR', user_email: '', user_name: 'Asha Rao' }

test.use({ ...devices['Desktop Chrome'], viewport: { height: 800, width: 1280 } })

test('an admin reads in Status that a refund waits, opens it from there, and settles it', async ({ bank, page }) => {
  const { property, scooter } = await createPropertyWithScooter()
  const { email, token } = await signUpRider(property.id)
  const { razorpay_order_id } = await createOrder(page, token, scooter.id, 2, '10:00', 3)
  await bank.pay(razorpay_order_id, { amount: ORPHAN_PAYMENT.amount * 100 })
  await bank.deliverWebhooks()
  await cron(page.request)

  await seedAdminSession(page)
  await visit(page, '/admin')
  await page.getByRole('button', { name: dashboard.status, exact: true }).press('Enter')
  await expect(page).toHaveURL('/admin?view=status')
  // Other tests leave disputes, which are problems of their own.
  const problem = page.getByRole('listitem').filter({ hasText: status.problemText('refunds_in_review', 1) })
  await expect(problem).toContainText(status.problemToDo('refunds_in_review'))
  await problem.getByRole('button', { name: status.openPayments }).press('Enter')
  await expect(page).toHaveURL('/admin?tab=bookings&view=payments')

  const waits = page.getByRole('table', { name: refunds.needsReview }).getByRole('row').filter({ hasText: email })
  await clickButton(waits, lists.actionOn(refunds.markRefunded, ORPHAN_PAYMENT.user_name))
  const question = page.getByRole('alertdialog', { name: portalRefunds.markRefundedQuestion(ORPHAN_PAYMENT) })
  await question.getByLabel(refunds.note).fill('In cash')
  await clickButton(question, refunds.markRefunded)
  await expectText(page, refunds.markedRefunded)

  await page.getByRole('tab', { name: dashboard.tabs.overview }).click()
  await clickButton(page, dashboard.status)
  await expect(page.getByRole('heading', { name: status.setupTitle })).toBeVisible()
  await expect(problem).toHaveCount(0)
})
