import { expect } from 'playwright/test'
import { bookingPath } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as homeText from '#messages/home.ts'
import { accessibilityViolations } from '#tests/e2e/helpers/accessible.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, createPropertyWithScooter, createScooter, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a scan leads a guest through the sign-in to the scooter, and to Home with a note from one elsewhere or deleted', async ({
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter('Available', { scooter: 'Scanned · S1' })
  const gone = await createScooter(property.id, 'Gone · S2')
  await callAsAdmin('DELETE', `/scooters/${gone.id}`)
  const elsewhere = await createPropertyWithScooter()
  const { email, password } = await signUpRider(property.id)
  await visit(page, bookingPath(scooter.id))
  await page.getByLabel(accountText.email).fill(email)
  await page.getByLabel(accountText.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: authText.signIn }).click()
  await expect(page).toHaveURL(bookingPath(scooter.id))
  await expectText(page, scooter.name)

  for (const { id } of [elsewhere.scooter, gone]) {
    await page.goto(bookingPath(id), { waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/\?/)
    await expectText(page, bookingText.scooterNotFound)
    await expectText(page, homeText.scannedElsewhere)
    await expectText(page, scooter.name)
  }
  expect(await accessibilityViolations(page, 'Home after a scan elsewhere')).toEqual([])
  const note = page.getByText(homeText.scannedElsewhere).locator('..')
  await note.getByRole('link', { name: homeText.changeProperty }).click()
  await expect(page).toHaveURL(/\/profile#property$/)
  await visit(page, '/')
  await expect(page.getByText(homeText.scannedElsewhere)).toHaveCount(0)
})
