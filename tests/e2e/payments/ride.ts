import type { Locator, Page } from 'playwright/test'
import type { Order } from '#contract/bookings/bookings.ts'
import { chooseRide, pressBookNow } from '../helpers/booking.ts'
import { setUpSignedInRider, visit } from '../helpers/people.ts'

/** A signed-in rider with a scooter to himself, who has chosen three hours of a day soon. */
export async function setUpChosenRide(page: Page) {
  const there = await setUpSignedInRider(page)
  await visit(page, `/booking/${there.scooter.id}`)
  await chooseRide(page, 2, '10:00', '3 hours')
  return there
}

/** Presses Book Now; answers the order that comes of it. */
export async function bookNow(page: Page): Promise<Order> {
  const [reply] = await Promise.all([page.waitForResponse('**/api/bookings/hourly'), pressBookNow(page)])
  return (await reply.json()) as Order
}

/** The ride's card in My Bookings. */
export const rideCard = (page: Page, scooter: { name: string }): Locator =>
  page.getByRole('article').filter({ hasText: scooter.name })
