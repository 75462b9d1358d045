import { expect, type Page } from 'playwright/test'
import { MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import { createOrder } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'

const ENDED = 2 * MY_BOOKINGS_PAGE_SIZE + 3

const rows = (page: Page) =>
  page.getByRole('group').filter({ hasText: myBookings.notConfirmedTitle }).getByRole('listitem')
const showMore = (page: Page) => page.getByRole('button', { name: myBookings.showMore })

/** A rider with this many cancelled holds: each new booking cancels the hold before it. */
async function riderWithHistory(page: Page): Promise<void> {
  const { rider, scooter } = await setUpSignedInRider(page)
  for (let index = 0; index <= ENDED; index += 1) {
    await createOrder(
      page,
      rider.token,
      scooter.id,
      1 + (index % 20),
      index < 20 ? '08:00' : index < 40 ? '12:00' : '16:00'
    )
  }
  await visit(page, '/my-bookings')
  await page.getByText(myBookings.notConfirmedTitle).click()
  await expect(rows(page)).toHaveCount(MY_BOOKINGS_PAGE_SIZE)
}

test('older bookings load page by page, with the keyboard too, until all are shown', async ({ page }) => {
  await riderWithHistory(page)
  await showMore(page).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2 * MY_BOOKINGS_PAGE_SIZE)
  await expect(showMore(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(ENDED)
  await expect(showMore(page)).toHaveCount(0)
  const texts = await rows(page).allInnerTexts()
  expect(new Set(texts).size).toBe(ENDED)
})
