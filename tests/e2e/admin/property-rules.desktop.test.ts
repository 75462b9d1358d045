import { expect } from 'playwright/test'
import { properties } from '#messages/admin/catalogue/catalogue.ts'
import * as rules from '#messages/admin/catalogue/property-rules.ts'
import { outOfRange } from '#messages/admin/catalogue/property-rules.ts'
import * as portalLists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import { freeCancelText } from '#messages/my-bookings/manage-ride.ts'
import { clickButton, openAdminTab } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, seedRiderSession, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const WEEK_MINUTES = 10_080

test('an admin sets the rules of a property, and riders there read and get them', async ({
  otherPage: riders,
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await openAdminTab(page, 'properties')
  await page.getByRole('searchbox').fill(property.name)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  const open = page.getByRole('button', { name: portalLists.actionOn(properties.rules, property.name) })
  await open.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: rules.title(property.name) })
  const field = (label: string) => panel.getByLabel(label)
  await expect(field(rules.labels.free_cancel_minutes)).toBeFocused()
  await expect(panel).toContainText(freeCancelText(60))

  await field(rules.labels.free_cancel_minutes).fill(String(WEEK_MINUTES))
  await field(rules.labels.grace_minutes).fill('0')
  await field(rules.labels.late_cancel_percent).fill('101')
  await clickButton(panel, labels.save)
  await expect(field(rules.labels.late_cancel_percent)).toBeFocused()
  await expect(field(rules.labels.late_cancel_percent)).toHaveAccessibleDescription(outOfRange(0, 100))
  await expect(field(rules.labels.free_cancel_minutes)).toHaveValue(String(WEEK_MINUTES))
  await field(rules.labels.late_cancel_percent).fill('33')
  await expect(field(rules.labels.late_cancel_percent)).toHaveAccessibleDescription(
    rules.lateCancelText(33, WEEK_MINUTES)
  )
  await clickButton(panel, labels.save)
  await expectText(page, rules.saved)
  await expect(panel).toBeHidden()
  await expect(open).toBeFocused()

  await seedRiderSession(riders, rider)
  await visit(riders, `/booking/${scooter.id}`)
  await expectText(riders, freeCancelText(WEEK_MINUTES))
  const id = await createPaidRide(riders, rider.token, scooter.id, 3, '10:00')
  const headers = { authorization: `Bearer ${rider.token}` }
  const preview = await riders.request.get(`/api/bookings/${id}/cancel-preview`, { headers })
  // 33% of ₹50, in whole rupees rounded up.
  expect(await preview.json()).toMatchObject({ amount: 50, refund: 17 })
})
