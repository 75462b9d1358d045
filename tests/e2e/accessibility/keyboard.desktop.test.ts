import { expect, type Locator, type Page } from 'playwright/test'
import { dateText } from '#domain/time/india-time.ts'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as bookingTimes from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as sandbox from '#messages/payments/sandbox.ts'
import { dayFromToday, expectText, sandboxDialog } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  LICENCE_FILE,
  newEmail,
  seedAdminSession,
  visit,
  waitForHydration
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

const { properties } = portalCatalogue
const FAR_ENOUGH = 80

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < FAR_ENOUGH; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

async function type(page: Page, label: string, value: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(value)
}

test('a rider signs up, books, pays and reads the PIN with the keyboard only', async ({ page }) => {
  const { property, scooter } = await createPropertyWithScooter()
  await visit(page, '/')
  await expect(page).toHaveURL('/auth')
  await tabTo(page, page.getByRole('button', { name: auth.createAccount }))
  await page.keyboard.press('Enter')
  await expectText(page, account.fullName)
  await type(page, account.fullName, 'Asha Rao')
  await type(page, account.email, newEmail())
  await type(page, account.phoneNumber, '9845012345')
  await type(page, account.dateOfBirth, '02281998')
  await tabTo(page, page.getByLabel(labels.property))
  await page.keyboard.type(property.name)
  await type(page, account.password, 'Rider@123')
  const photo = page.getByLabel(auth.licencePhoto)
  await tabTo(page, photo)
  // A key would open the browser's own file chooser, which a test cannot control by keys.
  await photo.setInputFiles(LICENCE_FILE)
  await tabTo(page, page.getByRole('button', { name: auth.createAccount }))
  await page.keyboard.press('Enter')
  await expectText(page, auth.accountCreated)
  await expectText(page, property.name)

  const bookNow = page.getByRole('link', { name: labels.bookNow })
  await expect(bookNow).toBeInViewport({ ratio: 1 })
  await tabTo(page, bookNow)
  await page.keyboard.press('Enter')
  await page.waitForURL(`/booking/${scooter.id}`)
  await expect(page.getByRole('button', { name: labels.bookNow })).toBeInViewport({ ratio: 1 })
  // Home and End have handlers of their own, which early keys do not reach.
  await waitForHydration(page)
  await tabTo(page, page.getByRole('radio', { checked: true }).first())
  await page.keyboard.press('End')
  await expect(page.getByRole('definition').filter({ hasText: dateText(dayFromToday(13)) })).toBeVisible()
  await tabTo(
    page,
    page.getByRole('radiogroup', { name: bookingTimes.timesIn('') }).getByRole('radio', { checked: true })
  )
  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('radio', { name: /^1 hour/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: labels.bookNow }))
  await page.keyboard.press('Enter')
  await expect(sandboxDialog(page)).toBeVisible()
  await tabTo(page, sandboxDialog(page).getByRole('button', { name: sandbox.pay }))
  await page.keyboard.press('Enter')
  await page.waitForURL('/my-bookings')
  await expectText(page, myBookings.scooterPin)
})

test('an admin adds and deletes a property with the keyboard only', NIGHTLY, async ({ page }) => {
  const propertyName = `Keyboard House ${Date.now()}`
  await seedAdminSession(page)
  await visit(page, '/admin')
  await tabTo(page, page.getByRole('tab', { name: dashboard.tabs.overview }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('button', { name: properties.add }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(properties.name)).toBeFocused()
  await page.keyboard.type(propertyName)
  await type(page, properties.location, 'Hebbal, Bengaluru')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: propertyName })).toBeVisible()
  await expect(page.getByRole('button', { name: properties.add })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: lists.actionOn(lists.deleteLabel, propertyName) }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: properties.deleteQuestion })
  await expect(question.getByRole('button', { name: labels.cancel })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: lists.actionOn(lists.deleteLabel, propertyName) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: labels.cancel })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: labels.cancel })).not.toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: propertyName })).toHaveCount(0)
  // Other tests add properties meanwhile, so the row that receives the focus is not known.
  await expect(page.locator('tr :focus')).toHaveAccessibleName(new RegExp(`^${lists.deleteLabel} `))
})
