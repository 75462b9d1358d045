import { expect } from 'playwright/test'
import { bookingPath } from '#domain/routes.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as todayText from '#messages/admin/today.ts'
import { faultsInLargeText, setTextSize, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, visit, waitForHydration } from '#tests/e2e/helpers/people.ts'
import { joinBy, setUpRound } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test.use({ viewport: { height: 640, width: 360 } })

test('a caretaker scans a scooter and sets its new PIN, comes Back to it, and finds nothing of another property', async ({
  page
}) => {
  const { email, link, parked, scooter } = await setUpRound()
  const elsewhere = await createPropertyWithScooter('Available', { scooter: 'Elsewhere · E1' })
  await joinBy(page, link, email)
  await visit(page, bookingPath(parked.id))
  await expect(page).toHaveURL(`/admin?tab=scooters&id=${parked.id}`)
  await expect(row(page, parked.name)).toContainText(parked.otp_pin)
  await expect(row(page, scooter.name)).toHaveCount(0)
  const toDo = page.getByRole('listitem').filter({ hasText: parked.name })
  await expect(toDo).toContainText(new RegExp(`${parked.otp_pin}.*\\d{6}`, 's'))
  const faults = await violationsInBothThemes(page, 'a scanned scooter')
  faults.push(...(await faultsInLargeText(page, 'a scanned scooter')))
  await setTextSize(page, '100%')
  expect(faults).toEqual([])
  await clickButton(page, listsText.actionOn(pinChangesText.markChanged, parked.name))
  await expectText(page, pinChangesText.changed(parked.name))
  await expect(page.getByRole('heading', { name: todayText.labels.pins })).toHaveCount(0)
  await expect(row(page, parked.name)).not.toContainText(parked.otp_pin)

  await page.getByRole('button', { name: dashboardText.views.problems }).tap()
  await page.goBack()
  await clickButton(page, listsText.removeFilter(dashboardText.scannedScooter))
  await expect(row(page, scooter.name)).toBeVisible()

  await visit(page, bookingPath(elsewhere.scooter.id))
  await expectText(page, listsText.nothingFound)
  await expect(page.getByText(elsewhere.scooter.name)).toHaveCount(0)
  await clickButton(page, listsText.clearFilters)
  await expect(row(page, scooter.name)).toBeVisible()
  await waitForHydration(page)
})
