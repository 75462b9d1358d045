import { expect } from 'playwright/test'
import { addMinutes, type Clock, clockOf, dayOf } from '#domain/time/india-time.ts'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from '#domain/time/time-units.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { createOrder, createPaidRide, dayFromToday, dayInStrip } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// A phone whose clock is wrong judges rides and holds by the server's time.

/** The first half hour that is at least an hour away. */
function soon(): [days: number, clock: Clock] {
  const start = new Date(Math.ceil((Date.now() + HOUR_MINUTES * MINUTE_MS) / (30 * MINUTE_MS)) * 30 * MINUTE_MS)
  return [dayOf(start) === dayFromToday(0) ? 0 : 1, clockOf(start)]
}

for (const [name, minutes] of [
  ['20 minutes behind', -20],
  ['20 minutes ahead', 20],
  ['a day behind', -DAY_MINUTES],
  ['a day ahead', DAY_MINUTES]
] as const) {
  test(`Home, the booking page and My Bookings on a clock that is ${name}`, async ({ page }) => {
    const { rider, scooter } = await setUpSignedInRider(page)
    await createPaidRide(page, rider.token, scooter.id, ...soon())
    await createOrder(page, rider.token, scooter.id, 3, '19:00')
    await page.clock.install({ time: addMinutes(new Date(), minutes) })

    await visit(page, '/')
    const ride = page.locator('[data-next-ride] a[data-end]')
    await expect(ride).toBeVisible()
    const shownTime = await ride.textContent()
    await page.clock.fastForward(MINUTE_MS)
    await expect(ride).toBeVisible()
    expect(shownTime).toContain(scooter.name)

    await visit(page, `/booking/${scooter.id}`)
    await expect(dayInStrip(page, 0)).toHaveAccessibleName(new RegExp(`^${labels.today}`))

    await visit(page, '/my-bookings')
    const card = page.getByRole('article').filter({ hasText: scooter.name })
    await expect(card.filter({ hasText: myBookings.scooterPin })).toContainText('Upcoming')
    await expect(page.getByRole('timer')).toHaveText(/^1[34]:\d\d$/)
    await page.getByRole('button', { name: labels.refresh }).click()
    await expect(card.filter({ hasText: myBookings.scooterPin })).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
  })
}
