import { expect } from 'playwright/test'
import * as lists from '#messages/admin/lists.ts'
import { returning } from '#messages/admin/rides.ts'
import { doneCount, text as today } from '#messages/admin/today.ts'
import * as labels from '#messages/labels.ts'
import { overdue } from '#messages/my-bookings/my-bookings.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
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
  const card = page.getByRole('article').filter({ hasText: overdue })
  await expect(card).toContainText(SCOOTER)
  await expect(card.getByText(/^\d{6}$/)).toBeVisible()
  await expect(card.getByRole('button', { name: rideCard.returnAction })).toBeEnabled()
  const small = { height: 640, width: 360 }
  await page.setViewportSize(small)
  const faults = await faultsOf(page, 'an overdue ride')

  const { email, link } = await invite('caretaker', 'sea-breeze')
  await joinBy(staff, link, email)
  const late = staff
    .locator('section')
    .filter({ has: staff.getByRole('heading', { name: today.late }) })
    .last()
  await expect(late).toContainText(SCOOTER)
  await staff.setViewportSize(small)
  faults.push(...(await faultsOf(staff, 'a late ride on Today')))
  await clickButton(late, lists.actionOn(today.returned, SCOOTER))
  const question = staff.getByRole('alertdialog', { name: returning.question })
  await expect(question.getByRole('textbox')).toHaveValue(today.returnReason)
  await clickButton(question, today.returned)
  await expectText(staff, returning.done)
  await expect(staff.getByRole('heading', { name: today.late })).toHaveCount(0)
  await expect(staff.getByText(doneCount(1))).toBeVisible()

  await clickButton(page, labels.refresh)
  await expect(card).toHaveCount(0)
  await expect(page.getByText(/^\d{6}$/)).toHaveCount(0)
  expect(faults).toEqual([])
})
