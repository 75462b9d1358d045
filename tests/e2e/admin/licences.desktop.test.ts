import { expect } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  getAsAdmin,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { joinBy, setUpQueue } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

const QUEUE = ['Anu Rao', 'Bela Shah', 'Chitra Das', 'Deepa Iyer', 'Esha Nair'] as const

test('a manager approves a queue of five licences with the keyboard alone', NIGHTLY, async ({ page }) => {
  const { email, link, property } = await setUpQueue(QUEUE)
  await joinBy(page, link, email)
  await visit(page, screenPath('licences'))
  await page.getByRole('button', { name: listsText.actionOn(reviewText.riderPanel.open, QUEUE[0]) }).focus()
  await page.keyboard.press('Enter')
  for (const name of QUEUE) {
    const file = page.getByRole('dialog', { name })
    await expect(file.getByLabel(reviewText.riderPanel.validUntil)).toBeFocused()
    await expect(file.getByRole('img', { name: ridersText.licencePhoto.alt(name) })).toBeVisible()
    // A native field in the order of this browser's language.
    await page.keyboard.type('03122031')
    await page.keyboard.press('Enter')
    await expect(file).toBeHidden()
  }
  await expect(page.getByRole('heading', { name: reviewText.queue.empty })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const approved = (await (await getAsAdmin(`/api/admin/users?property_id=${property.id}`)).json()) as object[]
  expect(approved).toHaveLength(QUEUE.length)
  for (const rider of approved) expect(rider).toMatchObject({ license_status: 'approved' })
})

test('an owner reads what a suspension cancels, the rider sees it, and both end with the suspension lifted', async ({
  otherPage,
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await createPaidRide(rider.token, scooter.id, 2, '10:00', 3)
  await openAdminTab(page, 'users')
  await page.getByLabel(ridersText.list.search).fill(rider.email)
  await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1)
  await clickButton(page, listsText.actionOn(reviewText.riderPanel.open, 'Asha Rao'))
  const file = page.getByRole('dialog', { name: 'Asha Rao' })
  await clickButton(file, reviewText.riderPanel.suspend)
  const question = page.getByRole('alertdialog', { name: reviewText.suspendQuestion('Asha Rao') })
  await expect(question).toContainText(reviewText.ridesStopped({ count: 1, elsewhere: 0, refund: 140 }) ?? '')
  await question.getByLabel(reviewText.reasonLabel).fill('Rode without a helmet')
  await clickButton(question, reviewText.withRefund(reviewText.riderPanel.suspend, 140))
  await expectText(page, reviewText.decided.suspend)
  await expect(file).toContainText(reviewText.noteText('suspension', 'Rode without a helmet'))
  await expect(row(page, rider.email)).toContainText(reviewText.badges.suspended)

  await seedRiderSession(otherPage, rider)
  await visit(otherPage, '/my-bookings')
  await expect(otherPage.getByRole('main')).toContainText('Cancelled')

  await clickButton(file, reviewText.riderPanel.lift)
  await expect(file.getByRole('button', { name: reviewText.riderPanel.suspend })).toBeVisible()
  await expect(row(page, rider.email)).not.toContainText(reviewText.badges.suspended)
})
