import { expect } from 'playwright/test'
import { manageRide } from '#messages/my-bookings/my-bookings.ts'
import { createPaidRide, payOrder } from '#tests/e2e/helpers/booking.ts'
import { openMail, runCron } from '#tests/e2e/helpers/outbox.ts'
import { setUpSignedInRider } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// What a rider is told by mail, as the development outbox shows it.

test('a rider reads of a ride that was booked, extended, cancelled and refunded', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  const headers = { authorization: `Bearer ${rider.token}` }
  const call = async (path: string, data: object) => {
    const reply = await page.request.post(`/api/bookings/${path}`, { data, headers })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }
  const ride = await createPaidRide(page, rider.token, scooter.id, 2, '10:00', 3)
  await openMail(page, rider.email, /^Your scooter is booked: .*10:00 am – 1:00 pm IST$/)
  await expect(page.getByText(`${scooter.name} at`)).toBeVisible()
  await page.getByRole('link', { name: 'Open My Bookings' }).click()
  await expect(page.getByRole('button', { name: manageRide })).toBeVisible()

  await payOrder(page, rider.token, await call(`${ride}/extend`, { hours: 1 }))
  await openMail(page, rider.email, /^Extended until 2:00 pm on .* IST$/)
  await expect(page.getByText('Your PIN stays the same.')).toBeVisible()

  const preview = await page.request.get(`/api/bookings/${ride}/cancel-preview`, { headers })
  const { refund } = (await preview.json()) as { refund: number }
  await call(`${ride}/cancel`, { amount: refund })
  await openMail(page, rider.email, 'Your booking was cancelled')
  await expect(page.getByText(`₹${refund} of ₹${refund} will be refunded.`)).toBeVisible()
  await runCron()
  await openMail(page, rider.email, /was refunded$/)
})
