import { expect } from 'playwright/test'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as receiptsText from '#messages/receipts.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { createPaidRide } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a rider opens the receipt of a ride from Manage ride, and prints it', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await createPaidRide(rider.token, scooter.id, 2, '10:00', 3)
  await visit(page, '/my-bookings')
  const card = page.getByRole('listitem').filter({ hasText: scooter.name })
  await card.getByRole('button', { name: myBookingsText.manageRide }).click()
  await page.getByRole('link', { name: receiptsText.receipt }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText(/Number R\/\d{4}\/\d+/)
  await expect(sheet).toContainText(scooter.name)
  await expect(sheet).toContainText(receiptsText.paid)
  expect(await violationsInBothThemes(page, 'the receipt')).toEqual([])
  expect(await horizontalOverflow(page, 'the receipt')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  for (const control of [page.getByRole('banner'), page.getByRole('button', { name: receiptsText.print })])
    await expect(control).toBeHidden()
})

test('a ride that is not there has no receipt to read', async ({ page }) => {
  await setUpSignedInRider(page)
  await visit(page, '/receipt/unknown')
  await expect(page.getByRole('alert')).toContainText(receiptsText.rideNotFound)
})
