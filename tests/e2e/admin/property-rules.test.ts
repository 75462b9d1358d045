import { expect } from 'playwright/test'
import { properties } from '#messages/admin/catalogue/catalogue.ts'
import * as rules from '#messages/admin/catalogue/property-rules.ts'
import * as portalLists from '#messages/admin/lists.ts'
import { freeCancelText } from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import { accessibilityViolations } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, seedRiderSession, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { labels: ruleLabels } = rules
const WEEK_MINUTES = 10_080

test('on a phone an admin sets the rules of a property by keyboard, loses nothing by a mistake, and riders read them', async ({
  otherPage: riders,
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  await openAdminTab(page, 'properties')
  await page.getByRole('searchbox').fill(property.name)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  const open = page.getByRole('button', { name: portalLists.actionOn(properties.rules, property.name) })
  await open.click()
  const sheet = page.getByRole('dialog', { name: rules.title(property.name) })
  const field = (name: keyof typeof ruleLabels) => sheet.getByLabel(ruleLabels[name])
  await expect(sheet.getByRole('group')).toHaveCount(6)
  await expect(field('free_cancel_minutes')).toBeFocused()
  await expect(sheet).toContainText(freeCancelText(60))
  await page.keyboard.type(String(WEEK_MINUTES))
  await expect(sheet).toContainText(freeCancelText(WEEK_MINUTES))
  await expect(field('max_days_ahead')).toHaveAttribute('placeholder', '365')

  const typed = [
    ['buffer_minutes', '45'],
    ['max_days_ahead', '30'],
    ['max_ride_hours', '6'],
    ['support_phone', '098450 12345']
  ] as const
  const pressTab = async (times: number) => {
    for (let pressed = 0; pressed < times; pressed += 1) await page.keyboard.press('Tab')
  }
  // Over the other fields of the cancellation, and over those of the PINs, returns and riders.
  const tabsTo = { buffer_minutes: 3, max_days_ahead: 1, max_ride_hours: 1, support_phone: 7 }
  for (const [name, value] of typed) {
    await pressTab(tabsTo[name])
    await expect(field(name)).toBeFocused()
    await expect(field(name)).toBeInViewport({ ratio: 1 })
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await expect(field('buffer_minutes')).toBeFocused()
  await expect(field('buffer_minutes')).toHaveAccessibleDescription(rules.outOfRange(0, 120, 30))
  await expect(field('support_phone')).toHaveAccessibleDescription(rules.invalidSupportPhone)
  for (const [name, value] of typed) await expect(field(name)).toHaveValue(value)
  expect(await accessibilityViolations(page, 'the rules with errors')).toEqual([])

  await field('buffer_minutes').fill('30')
  await field('support_phone').fill('+91 80 4567-8901')
  await expect(field('support_phone')).toHaveAccessibleDescription(rules.supportPhoneText('918045678901'))
  await clickButton(sheet, labels.save)
  await expectText(page, rules.saved)
  await expect(open).toBeFocused()
  await open.click()
  await expect(field('support_phone')).toHaveValue('918045678901')
  await expect(field('buffer_minutes')).toHaveValue('30')

  await seedRiderSession(riders, await signUpRider(property.id))
  await visit(riders, `/booking/${scooter.id}`)
  // A ride in less than a week can no longer be cancelled for free.
  await expect(riders.getByText(/^Free to cancel for 10 minutes after paying\. After the free time,/)).toBeVisible()
  await expect(riders.getByText(/^Free to cancel until/)).toHaveCount(0)
})
