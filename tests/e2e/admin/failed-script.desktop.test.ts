import { expect } from 'playwright/test'
import { scooters } from '#messages/admin/catalogue/catalogue.ts'
import { actionOn, edit } from '#messages/admin/lists.ts'
import { partLoadFailed, tryAgain } from '#messages/app-shell.ts'
import { clickButton, openTab, row, signInAsAdmin } from '#tests/e2e/helpers/admin.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { createPropertyWithScooter } from '#tests/e2e/helpers/people.ts'

// Scripts that the portal loads on demand, and that the network loses.

test('a tab and a form that fail to load leave the portal usable, and load again', async ({ faultProxy, page }) => {
  const { property, scooter } = await createPropertyWithScooter()
  await signInAsAdmin(page)
  const failed = page.getByRole('heading', { name: partLoadFailed })

  faultProxy.fail(/\/_astro\/scooters-tab\./, 'cut')
  await openTab(page, 'scooters')
  await expect(failed).toBeVisible()
  // Another tab opens.
  await openTab(page, 'properties')
  await expect(failed).toBeHidden()
  await openTab(page, 'scooters')
  await expect(failed).toBeVisible()
  faultProxy.restore()
  await clickButton(page, tryAgain)
  await expect(row(page, property.name)).toBeVisible()

  faultProxy.fail(/\/_astro\/scooter-form\./, 'cut')
  await clickButton(row(page, property.name), actionOn(edit, scooter.name))
  await expect(failed).toBeVisible()
  faultProxy.restore()
  await clickButton(page, tryAgain)
  await expect(page.getByLabel(scooters.name)).toHaveValue(scooter.name)
  await expect(page.getByRole('heading', { level: 2, name: scooters.edit })).toBeVisible()
})
