import { expect, type Page } from 'playwright/test'
import { addMinutes, clockOf } from '#domain/time/india-time.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { createPaidRide, nextStart } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, createScooter, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { isToday } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The scooter of a ride that starts soon is needed in the workshop.

test.use({ viewport: { height: 640, width: 360 } })

/** A rider whose ride starts soon, in a time for which the staff block its scooter. */
async function riderWithTrouble(page: Page) {
  const setup = await setUpSignedInRider(page)
  const { property, rider, scooter } = setup
  const other = await createScooter(property.id, 'Ola S1 Air · T2')
  const start = nextStart()
  await createPaidRide(rider.token, scooter.id, isToday(start) ? 0 : 1, clockOf(start))
  await callAsAdmin('POST', '/problems', {
    from: start.toISOString(),
    id: crypto.randomUUID().replaceAll('-', ''),
    note: 'The brakes are worn',
    scooter_id: scooter.id,
    to: addMinutes(start, 120).toISOString()
  })
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: scooter.name })
  await expect(card).toContainText(troubleText.TROUBLE_CAUSES.broken)
  return { ...setup, card, dialog: page.getByRole('dialog', { name: troubleText.chooseWay }), other }
}

test('a rider who wants no other scooter gets all of the money back', async ({ page }) => {
  const { card, dialog, scooter } = await riderWithTrouble(page)
  await card.getByRole('button', { name: troubleText.seeOptions }).tap()
  await expect(dialog).toContainText(troubleText.bookingEnds)
  await dialog.getByRole('button', { name: troubleText.moneyBack(50) }).tap()
  await expect(dialog).toBeHidden()
  // The toast with the amount may have gone already.
  const ended = page.getByRole('article').filter({ hasText: scooter.name })
  await ended.getByText(myBookingsText.details).tap()
  await expect(ended.getByText(myBookingsText.refundProgressText(50, false))).toBeVisible()
  await expect(page.getByRole('button', { name: troubleText.seeOptions })).toHaveCount(0)
})
