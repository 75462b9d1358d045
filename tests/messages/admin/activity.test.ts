import { expect, test } from 'vitest'
import { updateLegacyPricing, updatePlan } from '#contract/catalogue/admin-pricing.ts'
import { updateProperty } from '#contract/catalogue/admin-properties.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import * as activityText from '#messages/admin/activity.ts'

/** The calls whose activity entries list the changed fields (changedFieldNames in server/activity/activity.ts). */
const UPDATES = {
  update_plan: updatePlan,
  update_pricing: updateLegacyPricing,
  update_property: updateProperty,
  update_scooter: updateScooter,
  update_settings: updatePropertyRules
}

const fields = Object.entries(UPDATES).flatMap(([action, { body }]) =>
  Object.keys(body.entries).map(name => [action, name] as const)
)

test.each(fields)('%s shows the changed field %s in words', (action, name) => {
  expect(activityText.detailText(action, name)).toMatch(/^[A-Za-z\d]+( [a-z]+)*$/)
})

test("changed cancellation terms are shown by their terms' names", () => {
  expect(activityText.detailText('update_settings', 'free_cancel_minutes, grace_minutes, late_cancel_percent')).toBe(
    'free cancellation, grace period, late refund'
  )
})

test('a note is shown unchanged', () => {
  expect(activityText.detailText('delete_property', 'parking_note')).toBe('parking_note')
})
