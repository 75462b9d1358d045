import { expect, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as profileText from '#messages/account/profile.ts'
import * as commonText from '#messages/common.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { disableSsrData, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const saveButton = (page: Page) => page.getByRole('button', { name: commonText.save })
async function atProfile(page: Page) {
  const setup = await setUpSignedInRider(page)
  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.fullName)).toHaveValue('Asha Rao')
  return setup
}

/** Reports whether the browser asked before it left the page. The test always answers that it leaves. */
function leaveDialogObserver(page: Page): () => boolean {
  let wasShown = false
  page.on('dialog', async dialog => {
    wasShown ||= dialog.type() === 'beforeunload'
    await dialog.accept()
  })
  return () => wasShown
}

test('a rider saves once however often the button is pressed, reads the changes later, and is asked before losing others', async ({
  page
}) => {
  const wasShown = leaveDialogObserver(page)
  await atProfile(page)
  await page.getByLabel(accountText.fullName).fill('Asha R. Rao')
  await page.getByLabel(accountText.phoneNumber).fill('+91 98450 99999')
  await page.getByLabel(accountText.dateOfBirth).fill('1996-02-29')
  await expect(page.getByLabel(profileText.reminders)).toBeChecked()
  await page.getByLabel(profileText.reminders).tap()
  let saves = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/profile', async route => {
    if (route.request().method() === 'PUT') saves += 1
    await answered
    await route.continue()
  })
  const idle = await saveButton(page).boundingBox()
  await saveButton(page).dblclick()
  const busy = page.getByRole('button', { name: commonText.saving })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  await expect(busy).toBeFocused()
  expect((await busy.boundingBox())?.width).toBe(idle?.width)
  answer()
  await expectText(page, profileText.saved)
  await expect(saveButton(page)).toBeVisible()
  expect(saves).toBe(1)
  await expect(page).toHaveURL('/profile')

  await visit(page, '/profile')
  await expect(page.getByLabel(accountText.fullName)).toHaveValue('Asha R. Rao')
  await expect(page.getByLabel(accountText.phoneNumber)).toHaveValue('+91 98450 99999')
  await expect(page.getByLabel(accountText.dateOfBirth)).toHaveValue('1996-02-29')
  await expect(page.getByLabel(profileText.reminders)).not.toBeChecked()
  expect(wasShown()).toBe(false)
  await page.getByLabel(accountText.fullName).pressSequentially('!')
  await page.getByRole('link', { name: commonText.backToScooters }).click()
  await expect(page).toHaveURL('/')
  expect(wasShown()).toBe(true)
})

test('the form replaces its loading state without a layout shift', async ({ page }) => {
  const { rider } = await setUpSignedInRider(page)
  // Without initial data, the page makes its own requests.
  await disableSsrData(page)
  const { promise: measured, resolve: continueLoading } = Promise.withResolvers<void>()
  await page.route('**/api/profile', async route => {
    await measured
    await route.continue()
  })
  await visit(page, '/profile')
  await expectText(page, profileText.loading)
  const heightOf = () => page.locator('main').evaluate(main => main.getBoundingClientRect().height)
  const before = await heightOf()
  continueLoading()
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)
  await expect(page.getByText(profileText.loading)).toBeHidden()
  expect(Math.abs((await heightOf()) - before)).toBeLessThan(3)
})
