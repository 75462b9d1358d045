import { expect, type Locator, type Page } from 'playwright/test'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as forms from '#messages/admin/forms.ts'
import { clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

// Input into the fields for prices and hours: by keys, by pasting and with the mouse wheel over them.

const { pricing } = portalCatalogue

/** Texts that a lenient parser would save as another number. */
const OTHER_NUMBERS = ['49.5', '1e3', '１२']

async function typeKeyByKey(field: Locator, typed: string): Promise<void> {
  await field.fill('')
  let shown = ''
  for (const key of typed) {
    await field.pressSequentially(key)
    shown += key
    await expect(field).toHaveValue(shown)
  }
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await field.fill('')
  await field.press('ControlOrMeta+v')
}

async function expectRejected(page: Page, field: Locator, sentence: string): Promise<void> {
  const shown = await field.inputValue()
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(shown)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Scrolls over the focused field and presses the keys that would step a native number field. */
async function tryWheelAndArrow(page: Page, field: Locator): Promise<void> {
  await field.hover()
  await page.mouse.wheel(0, -300)
  await page.mouse.wheel(0, 300)
  for (const key of ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']) await field.press(key)
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('a rate is saved exactly as typed, or rejected and left as typed', NIGHTLY, async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  await openAdminTab(page, 'pricing')
  await clickButton(page, pricing.add)
  await page.getByLabel(pricing.property).selectOption(property.id)
  const rate = page.getByLabel(portalCatalogue.rateLabel(1))

  for (const typed of OTHER_NUMBERS) {
    await typeKeyByKey(rate, typed)
    await expectRejected(page, rate, portalCatalogue.invalidRate)
    await paste(page, rate, typed)
    await expect(rate).toHaveValue(typed)
    await rate.press('Tab')
    await expect(rate).toHaveValue(typed)
    await expectRejected(page, rate, portalCatalogue.invalidRate)
  }
  await typeKeyByKey(rate, '500001')
  await expectRejected(page, rate, portalCatalogue.rateTooHigh)

  await typeKeyByKey(rate, 'abc')
  // The window loses the focus and receives it again.
  await rate.dispatchEvent('focusout', { bubbles: true })
  await expect(rate).toHaveValue('abc')
  await rate.press('Tab')
  await expectText(page, forms.notANumber(0))
  await expect(rate).toHaveValue('0')
  await expectRejected(page, rate, portalCatalogue.invalidRate)

  await paste(page, rate, ' 0075 ')
  await tryWheelAndArrow(page, rate)
  await expect(rate).toHaveValue(' 0075 ')
  await rate.press('Enter')
  await expect(row(page, property.name)).toContainText('₹75')
})
