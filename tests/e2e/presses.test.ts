import { expect, type Locator, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as listsText from '#messages/admin/lists.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'
import { clickButton, openAdminTab, row } from './helpers/admin.ts'
import { createPropertyWithScooter, setUpSignedInRider, visit } from './helpers/people.ts'
import { test } from './helpers/test.ts'

// A press that takes the focus from a field arrives, whatever the field then shows.

const WIDTHS = [360, 412, 768, 1280]

interface Form {
  open: (page: Page) => Promise<unknown>
  /** By the label of each field: a value about which it says something when it is left. */
  fields: Record<string, string>
}

const FORMS: Record<string, Form> = {
  'the profile': {
    fields: { [accountText.email]: 'asha@example', [accountText.phoneNumber]: '12' },
    open: async page => {
      await setUpSignedInRider(page)
      await visit(page, '/profile')
    }
  },
  'the sign-up': {
    fields: {
      [accountText.dateOfBirth]: '2024-01-01',
      [accountText.email]: 'asha@example',
      [accountText.phoneNumber]: '12'
    },
    open: async page => {
      await visit(page, '/auth')
      await clickButton(page, authText.createAccount)
    }
  },
  'rates of the portal': {
    fields: { [catalogueText.rateLabel(1)]: 'abc' },
    open: async page => {
      await createPropertyWithScooter()
      await openAdminTab(page, 'pricing')
      await clickButton(page, catalogueText.pricing.add)
    }
  },
  'a plan of the portal': {
    fields: { [catalogueText.plans.cost]: 'abc', [catalogueText.plans.hours]: 'abc' },
    open: async page => {
      await createPropertyWithScooter()
      await openAdminTab(page, 'plans')
      await clickButton(page, catalogueText.plans.add)
    }
  },
  'the rules of a property': {
    fields: {
      [propertyRulesText.ruleLabels.buffer_minutes]: 'abc',
      [propertyRulesText.ruleLabels.late_cancel_percent]: 'abc'
    },
    open: async page => {
      const { property } = await createPropertyWithScooter()
      await openAdminTab(page, 'properties')
      await page.getByLabel(catalogueText.properties.search).fill(property.name)
      // Until then, the list has other rows, whose controls go.
      await expect(page.getByRole('row')).toHaveCount(1)
      await clickButton(row(page, property.name), listsText.actionOn(catalogueText.properties.rules, property.name))
    }
  }
}

/** A toast may go by itself. */
const CONTROLS = ':is(button, a, input[type=file], input[type=checkbox]):not(.toast *)'

/** From now on, no click does anything, except that the page remembers what was clicked. */
async function rememberClicks(page: Page): Promise<void> {
  await page.evaluate(controls => {
    const remember = (event: Event) => {
      const clicked = event.target instanceof Element ? event.target.closest(controls) : null
      document.querySelector('[data-clicked]')?.removeAttribute('data-clicked')
      clicked?.setAttribute('data-clicked', '')
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('click', remember, true)
  }, CONTROLS)
}

/** Types a value, presses what the page or its open dialog offers, and returns the names of what was not clicked. */
async function lostPresses(page: Page, field: Locator, value: string): Promise<string[]> {
  const lost: string[] = []
  let pressed = 0
  const on = (await page.locator('dialog:modal').count()) > 0 ? page.locator('dialog:modal') : page.locator('body')
  for (const control of await on.locator(CONTROLS).filter({ visible: true }).all()) {
    await field.fill('')
    await field.fill(value)
    await control.scrollIntoViewIfNeeded()
    const { height = 0, width = 0, x = 0, y = 0 } = (await control.boundingBox()) ?? {}
    const [left, top] = [x + width / 2, y + height / 2]
    const isInSight = await control.evaluate(
      (element, [at, from]) => element.contains(document.elementFromPoint(at, from)),
      [left, top] as const
    )
    if (!isInSight) continue
    await page.mouse.move(left, top)
    await page.mouse.down()
    await page.mouse.up()
    pressed += 1
    const isClicked = await control.evaluate(element => element.hasAttribute('data-clicked'))
    if (!isClicked) lost.push(await control.evaluate(element => element.outerHTML))
  }
  expect(pressed).toBeGreaterThan(0)
  return lost
}

for (const [name, { fields, open }] of Object.entries(FORMS)) {
  test(`in ${name} every press arrives`, NIGHTLY, async ({ page }) => {
    await open(page)
    await rememberClicks(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ height: 860, width })
      for (const [label, value] of Object.entries(fields)) {
        const field = page.getByLabel(label, { exact: true })
        expect(await lostPresses(page, field, value), `${label} at ${width}`).toEqual([])
        await field.blur()
        await expect(field).toHaveAccessibleDescription(/./)
      }
    }
  })
}
