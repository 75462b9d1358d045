import { expect } from 'playwright/test'
import { bookingPath } from '#domain/routes.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab } from '#tests/e2e/helpers/admin.ts'
import { baseURL, createPropertyWithScooter, createScooter } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { readCode } from '#tests/helpers/qr-code.ts'

/** One more than fit on a sheet. */
const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1)

test('the stickers of thirteen scooters are two sheets without controls, and a phone reads the booking page of each', async ({
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter('Available', { scooter: 'Scooter 1' })
  const scooters = [scooter]
  for (const number of NUMBERS.slice(1)) scooters.push(await createScooter(property.id, `Scooter ${number}`))
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await openAdminTab(page, 'scooters')
  await clickButton(page, dashboardText.views.stickers)
  await page.getByLabel(commonText.property).selectOption({ label: property.name })
  const stickers = page.getByRole('listitem').filter({ hasText: catalogueText.stickers.scanToBook })
  await expect(stickers).toHaveCount(scooters.length)
  await expect(stickers.last()).toContainText(`Scooter 13${property.name}`)
  expect(await violationsInBothThemes(page, 'stickers')).toEqual([])
  await clickButton(page, commonText.print)
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  for (const role of ['banner', 'button', 'combobox', 'heading', 'tablist'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  for (const { id, name } of scooters) {
    const code = page.getByRole('img', { exact: true, name: catalogueText.stickers.codeOf(name) })
    expect(await readCode(await code.screenshot())).toBe(`${baseURL()}${bookingPath(id)}`)
  }
  const sheets = (
    await page.pdf({ format: 'A4', margin: { bottom: '10mm', left: '10mm', right: '10mm', top: '10mm' } })
  ).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
})
