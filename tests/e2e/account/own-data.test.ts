import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { PATHS } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

async function savedBy(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { sections: { profile: object } }
  return { name: download.suggestedFilename(), profile: data.sections.profile }
}

test('a rider downloads the own data', async ({ page }) => {
  const { rider } = await setUpSignedInRider(page)
  await visit(page, PATHS.profile)
  const saved = await savedBy(page, () => clickButton(page, accountText.downloadOwnData))
  expect(saved.name).toMatch(/^scootstay-my-data-\d{4}-\d\d-\d\d\.json$/)
  expect(saved.profile).toMatchObject({ email: rider.email })
})

test('a rider deletes the account, which the portal shows, and keeps it by signing in', async ({
  otherPage: portal,
  page
}) => {
  const { rider } = await setUpSignedInRider(page)
  await visit(page, PATHS.profile)
  await clickButton(page, accountText.deleteAccount)
  const dialog = page.getByRole('dialog', { name: accountText.deleteQuestion })
  const password = dialog.getByLabel(accountText.currentPassword)
  await password.fill('Wrong@123')
  await clickButton(dialog, accountText.deleteAccount)
  await expect(dialog.getByText(accountText.wrongCurrent)).toBeVisible()
  await expect(password).toHaveValue('Wrong@123')
  expect(await violationsInBothThemes(page, 'the deletion of the account')).toEqual([])
  await password.fill(rider.password)
  await clickButton(dialog, accountText.deleteAccount)
  await page.waitForURL(PATHS.auth)
  await expectText(page, accountText.leaves(null, false))

  await openAdminTab(portal, 'users')
  await portal.getByLabel(ridersText.list.search).fill(rider.email)
  const row = portal.getByRole('row').filter({ hasText: rider.email })
  await expect(row).toContainText(reviewText.badges.leaving)
  await clickButton(row, listsText.actionOn(reviewText.riderPanel.open, 'Asha Rao'))
  const file = portal.getByRole('dialog', { name: 'Asha Rao' })
  await expect(file).toContainText(/Leaving: deleted from \d+ \w{3} \d{4} on/)
  const saved = await savedBy(portal, () => clickButton(file, reviewText.riderPanel.download))
  expect(saved.profile).toMatchObject({ email: rider.email })

  await signIn(page, rider)
  await portal.reload()
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText(reviewText.badges.leaving)
})
