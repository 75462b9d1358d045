import { expect } from 'playwright/test'
import * as appShellText from '#messages/app-shell.ts'
import { clickButton, openAdminTab, openTab, row } from '#tests/e2e/helpers/admin.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { createPropertyWithScooter } from '#tests/e2e/helpers/people.ts'

// Scripts that the portal loads on demand, and that the network loses.

test('a tab that fails to load leaves the portal usable, and loads again', async ({ faultProxy, page }) => {
  const { property } = await createPropertyWithScooter()
  await openAdminTab(page, 'properties')
  const failed = page.getByRole('heading', { name: appShellText.pageIncomplete })

  faultProxy.fail(/\/_astro\/scooters-tab\./, 'cut')
  await openTab(page, 'scooters')
  await expect(failed).toBeVisible()
  // Another tab opens.
  await openTab(page, 'properties')
  await expect(failed).toBeHidden()
  await openTab(page, 'scooters')
  await expect(failed).toBeVisible()
  faultProxy.restore()
  await clickButton(page, appShellText.reloadPage)
  await expect(row(page, property.name)).toBeVisible()
})
