import { expect } from 'playwright/test'
import * as admin from '#messages/admin.ts'
import * as portal from '#messages/portal.ts'
import { adminAt, answerTo, press, row } from './helpers/admin.ts'
import { says } from './helpers/booking.ts'
import { aPlace, LICENCE } from './helpers/people.ts'
import { test } from './helpers/test.ts'

const { scooters } = portal

test('on a phone a form covers the list, keeps what was typed, and leads back to where it was opened', async ({
  page
}) => {
  const { property, scooter } = await aPlace()
  await adminAt(page, 'scooters')
  const edit = row(page, property.name).getByRole('button', { name: portal.named(portal.edit, scooter.name) })
  await edit.click()
  const sheet = page.getByRole('dialog', { name: scooters.edit })
  await expect(sheet).toHaveJSProperty('offsetWidth', 412)
  await expect(sheet.getByLabel(scooters.name)).toBeFocused()
  await sheet.getByLabel(scooters.pin).fill('12ab3')
  await expect(sheet.getByLabel(scooters.pin)).toHaveValue('123')
  await press(sheet, portal.save)
  await says(page, admin.invalidPin)
  await expect(sheet.getByLabel(scooters.pin)).toBeFocused()
  await page.keyboard.press('Escape')
  await answerTo(page, portal.discardQuestion, portal.keepEditing)
  await sheet.getByLabel(scooters.pin).fill('004821')
  await sheet.getByLabel(scooters.status).selectOption('Maintenance')
  await sheet.getByLabel(scooters.image).setInputFiles(LICENCE)
  await press(sheet, portal.save)
  await says(page, scooters.updated)
  await expect(sheet).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(row(page, property.name)).toContainText('004821')
  await expect(row(page, property.name)).toContainText('Maintenance')
  await expect(row(page, property.name).locator('img')).toHaveAttribute('src', /^\/api\/images\//)
})
