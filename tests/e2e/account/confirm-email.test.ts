import { expect } from 'playwright/test'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import * as mailsText from '#messages/mails.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { openMail } from '#tests/e2e/helpers/outbox.ts'
import { createPropertyWithScooter, signIn, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a rider confirms the email by the link of the sign-up, or asks for another', async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await signIn(page, rider)
  await visit(page, '/profile')
  await expectText(page, confirmEmailText.notConfirmed)
  await page.getByRole('button', { name: confirmEmailText.sendLink }).click()
  await expectText(page, confirmEmailText.linkSent(rider.email))
  const { button, subject } = mailsText.confirmEmail()
  await openMail(page, rider.email, subject)
  await page.getByRole('link', { name: button }).click()
  await expectText(page, confirmEmailText.confirmed)
  await visit(page, '/profile')
  await expect(page.getByText(confirmEmailText.isConfirmed, { exact: true })).toBeVisible()
  await page.goto('/auth/confirm#not-a-link')
  await expectText(page, confirmEmailText.linkExpired)
})
