import { expect } from 'playwright/test'
import * as listsText from '#messages/admin/lists.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { DEMO_RIDER, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { invite, joinBy } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// A late ride, where the property confirms returns. The demo has one.

const LATE = { ...DEMO_RIDER, email: 'zoya@demo.test' }
const SCOOTER = 'Ola S1 Pro · S1'

test('a rider reads that the ride is overdue, until a caretaker has seen the scooter', async ({
  otherPage: staff,
  page
}) => {
  await signIn(page, LATE)
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: myBookingsText.overdue })
  await expect(card).toContainText(SCOOTER)
  await expect(card.getByText(/^\d{6}$/)).toBeVisible()
  await expect(card.getByRole('button', { name: rideCardText.returnAction })).toBeEnabled()
  const small = { height: 640, width: 360 }
  await page.setViewportSize(small)
  const faults = await faultsOf(page, 'an overdue ride')

  const { email, link } = await invite('caretaker', 'sea-breeze')
  await joinBy(staff, link, email)
  // What is worst is named where nobody has to scroll, and done with two presses.
  const returned = listsText.actionOn(todayText.labels.returned, SCOOTER)
  const late = staff
    .getByRole('listitem')
    .filter({ has: staff.getByRole('button', { name: returned }) })
    .first()
  for (const width of [1280, 390]) {
    await staff.setViewportSize({ height: 640, width })
    await expect(late).toBeInViewport({ ratio: 1 })
  }
  await staff.setViewportSize(small)
  faults.push(...(await faultsOf(staff, 'a late ride on Today')))
  await clickButton(late, returned)
  const question = staff.getByRole('alertdialog', { name: ridesText.returning.question })
  await expect(question.getByRole('textbox')).toHaveValue(todayText.labels.returnReason)
  await clickButton(question, todayText.labels.returned)
  await expectText(staff, ridesText.returning.done)
  await expect(late).toHaveCount(0)
  await expect(staff.getByText(todayText.doneCount(1))).toBeVisible()

  await clickButton(page, commonText.refresh)
  await expect(card).toHaveCount(0)
  await expect(page.getByText(/^\d{6}$/)).toHaveCount(0)
  expect(faults).toEqual([])
})
