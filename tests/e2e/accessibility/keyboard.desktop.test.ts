import { expect, type Locator, type Page } from 'playwright/test'
import { dateText } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
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
  await tabTo(page, page.getByRole('button', { name: authText.createAccount }))
  await page.keyboard.press('Enter')
  await expectText(page, accountText.fullName)
  await type(page, accountText.fullName, 'Asha Rao')
  await type(page, accountText.email, newEmail())
  await type(page, accountText.phoneNumber, '9845012345')
  await type(page, accountText.dateOfBirth, '02281998')
  await tabTo(page, page.getByLabel(commonText.property))
  await page.keyboard.type(property.name)
  await type(page, accountText.password, 'Rider@123')
  const photo = page.getByLabel(authText.licencePhoto)
  await tabTo(page, photo)
  // A key would open the browser's own file chooser, which a test cannot control by keys.
  await photo.setInputFiles(LICENCE_FILE)
  await tabTo(page, page.getByRole('button', { name: authText.createAccount }))
  await page.keyboard.press('Enter')
  await expectText(page, authText.accountCreated)
  await expectText(page, property.name)

  const bookNow = page.getByRole('link', { name: commonText.bookNow })
  await expect(bookNow).toBeInViewport({ ratio: 1 })
  await tabTo(page, bookNow)
  await page.keyboard.press('Enter')
  await page.waitForURL(`/booking/${scooter.id}`)
  await expect(page.getByRole('button', { name: commonText.bookNow })).toBeInViewport({ ratio: 1 })
  // Home and End have handlers of their own, which early keys do not reach.
  await waitForHydration(page)
  await tabTo(page, page.getByRole('radio', { checked: true }).first())
  await page.keyboard.press('End')
  await expect(page.getByRole('definition').filter({ hasText: dateText(dayFromToday(13)) })).toBeVisible()
  await tabTo(
    page,
    page.getByRole('radiogroup', { name: bookingText.timesIn('') }).getByRole('radio', { checked: true })
  )
  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('radio', { name: /^1 hour/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: commonText.bookNow }))
  await page.keyboard.press('Enter')
  await expect(sandboxDialog(page)).toBeVisible()
  await tabTo(page, sandboxDialog(page).getByRole('button', { name: paymentsText.sandboxPay }))
  await page.keyboard.press('Enter')
  await page.waitForURL('/my-bookings')
  await expectText(page, myBookingsText.scooterPin)
})

test('an admin adds and deletes a property with the keyboard only', NIGHTLY, async ({ page }) => {
  const propertyName = `Keyboard House ${Date.now()}`
  await seedAdminSession(page)
  await visit(page, '/admin')
  await tabTo(page, page.getByRole('tab', { name: dashboardText.tabs.overview }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('button', { name: catalogueText.properties.add }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(catalogueText.properties.name)).toBeFocused()
  await page.keyboard.type(propertyName)
  await type(page, catalogueText.properties.location, 'Hebbal, Bengaluru')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: propertyName })).toBeVisible()
  await expect(page.getByRole('button', { name: catalogueText.properties.add })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: listsText.actionOn(listsText.deleteLabel, propertyName) }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: catalogueText.properties.deleteQuestion })
  await expect(question.getByRole('button', { name: commonText.cancel })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(
    page.getByRole('button', { name: listsText.actionOn(listsText.deleteLabel, propertyName) })
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: commonText.cancel })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: commonText.cancel })).not.toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: propertyName })).toHaveCount(0)
  // Other tests add properties meanwhile, so the row that receives the focus is not known.
  await expect(page.locator('tr :focus')).toHaveAccessibleName(new RegExp(`^${listsText.deleteLabel} `))
})
