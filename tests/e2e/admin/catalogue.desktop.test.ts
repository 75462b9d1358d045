import { expect } from 'playwright/test'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import { clickButton, openTab, row } from '#tests/e2e/helpers/admin.ts'
import { createPropertyWithScooter, seedAdminSession, waitForHydration } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a tab has its URL, shows its rows before scripts load without a request, and is reached by arrow keys', async ({
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter('Available', { scooter: `Ather 450X · ${Date.now()}` })
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?!images\/)/.test(pathname)) calls.push(pathname)
  })
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/_astro/*.js', async route => {
    await released
    await route.continue()
  })
  await seedAdminSession(page)
  await page.goto('/admin?tab=scooters', { waitUntil: 'commit' })
  await expect(row(page, scooter.name)).toContainText(property.name)
  release()
  await waitForHydration(page)
  await clickButton(page, listsText.actionOn(listsText.edit, scooter.name))
  await expect(page.getByLabel(catalogueText.scooters.name)).toHaveValue(scooter.name)
  expect(calls).toEqual([])
  await page.keyboard.press('Escape')
  await openTab(page, 'properties')
  await expect(row(page, property.name)).toBeVisible()
  await page.goBack()
  await expect(row(page, scooter.name)).toBeVisible()
  await expect.poll(() => calls).toContain('/api/admin/scooters')

  const tab = (name: keyof typeof dashboardText.tabs) => page.getByRole('tab', { name: dashboardText.tabs[name] })
  await tab('scooters').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tab('properties')).toBeFocused()
  await expect(page).toHaveURL('/admin?tab=properties')
  await page.keyboard.press('End')
  await expect(tab('bookings')).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(tab('bookings')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab('properties')).toHaveAttribute('aria-selected', 'true')
})
