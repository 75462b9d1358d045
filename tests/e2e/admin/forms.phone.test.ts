import { expect } from 'playwright/test'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as rules from '#messages/admin/rules.ts'
import * as adminSignIn from '#messages/admin/sign-in.ts'
import * as labels from '#messages/labels.ts'
import { overlap, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { answerDialog, clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, LICENCE_FILE } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { scooters } = portalCatalogue

test('on a phone a form covers the list, keeps the input, takes digits only as a PIN, and returns the focus', async ({
  context,
  page
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { property, scooter } = await createPropertyWithScooter()
  await openAdminTab(page, 'scooters')
  const edit = row(page, property.name).getByRole('button', {
    name: lists.actionOn(lists.edit, scooter.name)
  })
  await edit.click()
  const sheet = page.getByRole('dialog', { name: scooters.edit })
  await expect(sheet).toHaveJSProperty('offsetWidth', 412)
  await expect(sheet.getByLabel(scooters.name)).toBeFocused()
  await sheet.getByLabel(scooters.pin).fill('123')
  await clickButton(sheet, labels.save)
  await expectText(page, rules.invalidPin)
  await expect(sheet.getByLabel(scooters.pin)).toBeFocused()
  await page.keyboard.press('Escape')
  await answerDialog(page, forms.discardQuestion, forms.keepEditing)
  const pin = sheet.getByLabel(scooters.pin)
  await pin.fill('')
  await pin.pressSequentially('1a2-3 4')
  await expect(pin).toHaveValue('1234')
  await pin.press('ArrowLeft')
  await pin.press('x')
  await expect(pin).toHaveAccessibleDescription(new RegExp(`^${scooters.pinDigitsOnly}`))
  await pin.pressSequentially('05')
  await expect(pin).toHaveValue('123054')
  await expect(pin).not.toHaveAttribute('aria-invalid')
  await pin.press('9')
  await expect(pin).toHaveValue('123054')
  await expect(pin).toHaveAccessibleDescription(new RegExp(`^${scooters.pinDigitsOnly}`))
  for (const copied of ['0048215', '00-48-21', 'abc']) {
    await page.evaluate(text => navigator.clipboard.writeText(text), copied)
    await pin.press('ControlOrMeta+a')
    await pin.press('ControlOrMeta+v')
    await expect(pin).toHaveValue('123054')
  }
  await page.evaluate(() => navigator.clipboard.writeText(' 004821\n'))
  await pin.press('ControlOrMeta+a')
  await pin.press('ControlOrMeta+v')
  await expect(pin).toHaveValue('004821')
  await sheet.getByLabel(scooters.status).selectOption('Maintenance')
  await sheet.getByLabel(scooters.image).setInputFiles(LICENCE_FILE)
  await clickButton(sheet, labels.save)
  await expectText(page, scooters.updated)
  await expect(sheet).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(row(page, property.name)).toContainText('004821')
  await expect(row(page, property.name)).toContainText('Maintenance')
  await expect(row(page, property.name).locator('img')).toHaveAttribute('src', /^\/api\/images\//)
})

test('in large type nothing overlaps in the bar, and title and buttons of a long form stay in sight', async ({
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  await openAdminTab(page, 'scooters')
  await page.setViewportSize({ height: 560, width: 360 })
  const bar = page.getByRole('banner')
  const parts = [
    bar.getByText(adminSignIn.portal),
    bar.getByRole('link', { name: adminSignIn.dashboard }),
    bar.getByRole('button', { name: adminSignIn.account }),
    bar.getByRole('button', { name: labels.logout })
  ]
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    const boxes = await Promise.all(parts.map(part => part.boundingBox()))
    expect(boxes.flatMap((one, index) => boxes.slice(index + 1).filter(other => overlap(one, other)))).toEqual([])
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
  }
  await setTextSize(page, '100%')

  await clickButton(row(page, property.name), lists.actionOn(lists.edit, scooter.name))
  const sheet = page.getByRole('dialog', { name: scooters.edit })
  const fixed = [
    sheet.getByRole('heading', { name: scooters.edit }),
    sheet.getByRole('button', { name: labels.save }),
    sheet.getByRole('button', { name: labels.close })
  ]
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    for (const field of [scooters.name, scooters.pin, scooters.status, scooters.name]) {
      await sheet.getByLabel(field).focus()
      await expect(sheet.getByLabel(field)).toBeInViewport({ ratio: 1 })
      for (const part of fixed) {
        await expect(part).toBeInViewport({ ratio: 1 })
        expect(overlap(await part.boundingBox(), await sheet.getByLabel(field).boundingBox())).toBe(false)
      }
    }
  }
})
