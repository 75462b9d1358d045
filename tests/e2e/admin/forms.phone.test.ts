import { expect } from 'playwright/test'
import * as authText from '#messages/account/auth.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'
import { overlap, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { answerDialog, clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, LICENCE_FILE } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('on a phone a form covers the list, keeps the input, takes digits only as a PIN, and returns the focus', async ({
  context,
  page
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { property, scooter } = await createPropertyWithScooter()
  await openAdminTab(page, 'scooters')
  const edit = row(page, property.name).getByRole('button', {
    name: listsText.actionOn(listsText.edit, scooter.name)
  })
  await edit.click()
  const sheet = page.getByRole('dialog', { name: catalogueText.scooters.edit })
  await expect(sheet).toHaveJSProperty('offsetWidth', 412)
  await expect(sheet.getByLabel(catalogueText.scooters.name)).toBeFocused()
  await sheet.getByLabel(catalogueText.scooters.pin).fill('123')
  await clickButton(sheet, commonText.save)
  await expectText(page, formsText.invalidPin)
  await expect(sheet.getByLabel(catalogueText.scooters.pin)).toBeFocused()
  await page.keyboard.press('Escape')
  await answerDialog(page, formsText.discardQuestion, formsText.keepEditing)
  const pin = sheet.getByLabel(catalogueText.scooters.pin)
  await pin.fill('')
  await pin.pressSequentially('1a2-3 4')
  await expect(pin).toHaveValue('1234')
  await pin.press('ArrowLeft')
  await pin.press('x')
  await expect(pin).toHaveAccessibleDescription(new RegExp(`^${catalogueText.scooters.pinDigitsOnly}`))
  await pin.pressSequentially('05')
  await expect(pin).toHaveValue('123054')
  await expect(pin).not.toHaveAttribute('aria-invalid')
  await pin.press('9')
  await expect(pin).toHaveValue('123054')
  await expect(pin).toHaveAccessibleDescription(new RegExp(`^${catalogueText.scooters.pinDigitsOnly}`))
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
  await sheet.getByLabel(catalogueText.scooters.status).selectOption('Maintenance')
  await sheet.getByLabel(catalogueText.scooters.image).setInputFiles(LICENCE_FILE)
  await clickButton(sheet, commonText.save)
  await expectText(page, catalogueText.scooters.updated)
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
    bar.getByText(authText.portalName),
    bar.getByRole('link', { name: authText.portalDashboard }),
    bar.getByRole('button', { name: authText.accountMenu }),
    bar.getByRole('button', { name: commonText.logout })
  ]
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    const boxes = await Promise.all(parts.map(part => part.boundingBox()))
    expect(boxes.flatMap((one, index) => boxes.slice(index + 1).filter(other => overlap(one, other)))).toEqual([])
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
  }
  await setTextSize(page, '100%')

  await clickButton(row(page, property.name), listsText.actionOn(listsText.edit, scooter.name))
  const sheet = page.getByRole('dialog', { name: catalogueText.scooters.edit })
  const fixed = [
    sheet.getByRole('heading', { name: catalogueText.scooters.edit }),
    sheet.getByRole('button', { name: commonText.save }),
    sheet.getByRole('button', { name: commonText.close })
  ]
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    for (const field of [
      catalogueText.scooters.name,
      catalogueText.scooters.pin,
      catalogueText.scooters.status,
      catalogueText.scooters.name
    ]) {
      await sheet.getByLabel(field).focus()
      await expect(sheet.getByLabel(field)).toBeInViewport({ ratio: 1 })
      for (const part of fixed) {
        await expect(part).toBeInViewport({ ratio: 1 })
        expect(overlap(await part.boundingBox(), await sheet.getByLabel(field).boundingBox())).toBe(false)
      }
    }
  }
})
