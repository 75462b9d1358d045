import type { Locator, Page } from 'playwright/test'
import type { Order } from '#contract/payments/orders.ts'
import { chooseRide, pressBookNow } from '../helpers/booking.ts'
import { setUpSignedInRider, visit } from '../helpers/people.ts'

/** A signed-in rider with their own scooter, who has selected three hours two days ahead. */
export async function setUpChosenRide(page: Page) {
  const setup = await setUpSignedInRider(page)
  await visit(page, `/booking/${setup.scooter.id}`)
  await chooseRide(page, 2, '10:00', '3 hours')
  return setup
}

/** Presses Book Now and returns the order. */
export async function bookNow(page: Page): Promise<Order> {
  const [reply] = await Promise.all([page.waitForResponse('**/api/bookings/hourly'), pressBookNow(page)])
  return (await reply.json()) as Order
}

export const rideCard = (page: Page, scooter: { name: string }): Locator =>
  page.getByRole('article').filter({ hasText: scooter.name })
