import { expect, type Page } from 'playwright/test'
import * as portalBookings from '#messages/admin/bookings.ts'
import * as lists from '#messages/admin/lists.ts'
import * as text from '#messages/admin/payments/disputes.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import { refundProgress } from '#messages/admin/payments/refunds.ts'
import { violationsInBothThemes } from '../helpers/accessible.ts'
import { answerDialog, clickButton, openAdminTab, row } from '../helpers/admin.ts'
import { createOrder, expectText } from '../helpers/booking.ts'
import { createPropertyWithScooter, signUpRider } from '../helpers/people.ts'
import { cron, test } from './bank.ts'

const { bookings, cancelling } = portalBookings
const { refunds } = portalRefunds

/** A rider with a paid ride. The amount can differ from its price. */
async function payer(page: Page, pays: (order_id: string) => Promise<{ razorpay_payment_id: string }>) {
  const { property, scooter } = await createPropertyWithScooter()
  const { email, token } = await signUpRider(property.id)
  const { razorpay_order_id } = await createOrder(page, token, scooter.id, 2, '10:00', 3)
  const { razorpay_payment_id: payment_id } = await pays(razorpay_order_id)
  return { email, payment_id }
}

const tableOf = (page: Page, name: string) => page.getByRole('table', { name })
const rowIn = (page: Page, table: string, { email }: { email: string }) =>
  tableOf(page, table).getByRole('row').filter({ hasText: email })
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

async function openPayments(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: bookings.views })
    .getByRole('button', { name: new RegExp(`^${bookings.payments}`) })
    .click()
}

test("an admin cancels a disputed ride after a second confirmation and sees the dispute's outcome", async ({
  bank,
  page
}) => {
  const rider = await payer(page, bank.pay)
  const dispute = await bank.openDispute(rider.payment_id, { amount: 2000, hours: 20 })
  await bank.deliverWebhooks()

  await openAdminTab(page, 'bookings')
  await page.getByRole('searchbox').fill(rider.email)
  const ride = row(page, rider.email)
  await expect(ride).toHaveCount(1)
  await ride.getByRole('button', { name: cancelling.action }).click()
  await answerDialog(page, cancelling.question, cancelling.action)
  const second = question(page, text.cancelDisputedQuestion)
  await expect(second).toContainText('₹20 of this payment')
  await expect(second).toContainText(/Answer by \w{3} \d+ \w{3}, \d+:\d\d\s[ap]m IST/)
  await expect(second.getByRole('button', { name: text.goBack })).toBeFocused()
  expect(await violationsInBothThemes(page, 'the second question')).toEqual([])
  await clickButton(second, text.goBack)
  await expect(ride).toContainText('Completed')

  await openPayments(page)
  const open = rowIn(page, text.title, rider)
  await expect(open).toContainText('₹20 of ₹140')
  await expect(open).toContainText(text.statusText('open'))
  await expect(open).toContainText(/(19 h \d+ min|20 h) left/)
  expect(await violationsInBothThemes(page, 'open disputes')).toEqual([])

  await bank.decideDispute(dispute, 'lost')
  await bank.deliverWebhooks()
  await page.reload()
  await expect(open).toHaveCount(0)
  await page.locator('summary', { hasText: text.decidedTitle }).click()
  await expect(rowIn(page, text.decidedTitle, rider)).toContainText('₹20 was taken from your account.')

  await clickButton(page, bookings.all)
  await page.getByRole('searchbox').fill(rider.email)
  await ride.getByRole('button', { name: cancelling.action }).click()
  await answerDialog(page, cancelling.question, cancelling.action)
  await expect(second).toContainText('The dispute is lost')
  await clickButton(second, text.cancelAction)
  await expectText(page, /^Booking cancelled\./)
  await expect(ride).toContainText('Cancelled')
  await cron(page.request)
  expect(await bank.refundsOf(rider.payment_id)).toHaveLength(1)
})

test.describe('on a wide screen', () => {
  test.use({ deviceScaleFactor: 1, hasTouch: false, isMobile: false, viewport: { height: 800, width: 1280 } })

  test('an admin sends one disputed refund after a second confirmation, and marks another as refunded manually', async ({
    bank,
    page
  }) => {
    const paysOther = (order_id: string) => bank.pay(order_id, { amount: 9900 })
    const [sent, closed] = [await payer(page, paysOther), await payer(page, paysOther)]
    await bank.openDispute(sent.payment_id, { phase: 'fraud' })
    await bank.decideDispute(await bank.openDispute(closed.payment_id, {}), 'lost')
    await bank.deliverWebhooks()
    await openAdminTab(page, 'bookings')
    await openPayments(page)
    await expect(rowIn(page, text.title, sent)).toContainText(text.phaseText('fraud'))
    await expect(rowIn(page, refunds.all, sent)).toBeVisible()
    const waits = (rider: typeof sent) => rowIn(page, refunds.needsReview, rider)
    const orphanPayment = { amount: 99, currency: 'INR', user_email: '', user_name: 'Asha Rao' }

    await clickButton(waits(sent), lists.actionOn(portalRefunds.refundLabel(orphanPayment), orphanPayment.user_name))
    await answerDialog(page, portalRefunds.sendQuestion(orphanPayment), portalRefunds.refundLabel(orphanPayment))
    await cron(page.request)
    expect(await bank.refundsOf(sent.payment_id)).toEqual([])
    await answerDialog(page, text.refundDisputedQuestion, text.sendAction)
    await expectText(page, refundProgress.queued)
    await expect(waits(sent)).toHaveCount(0)
    await cron(page.request)
    expect(await bank.refundsOf(sent.payment_id)).toHaveLength(1)

    await clickButton(waits(closed), lists.actionOn(refunds.markRefunded, orphanPayment.user_name))
    const first = question(page, portalRefunds.markRefundedQuestion(orphanPayment))
    await first.getByLabel(refunds.note).fill('By the dispute')
    await clickButton(first, refunds.markRefunded)
    await expect(question(page, text.markDisputedQuestion)).toContainText('No money is sent when you mark it')
    await answerDialog(page, text.markDisputedQuestion, refunds.markRefunded)
    await expectText(page, refunds.markedRefunded)
    await expect(rowIn(page, refunds.all, closed)).toContainText('By the dispute')
    expect(await bank.refundsOf(closed.payment_id)).toEqual([])
  })

  test('a double press on the first confirmation does not answer the second', async ({ bank, page }) => {
    const rider = await payer(page, bank.pay)
    await bank.openDispute(rider.payment_id, {})
    await bank.deliverWebhooks()
    await openAdminTab(page, 'bookings')
    await page.getByRole('searchbox').fill(rider.email)
    const ride = row(page, rider.email)
    await expect(ride).toHaveCount(1)
    await ride.getByRole('button', { name: cancelling.action }).click()
    await question(page, cancelling.question).getByRole('button', { name: cancelling.action }).dblclick()
    await page.reload()
    await page.getByRole('searchbox').fill(rider.email)
    await expect(ride).toContainText('Completed')
  })
})
