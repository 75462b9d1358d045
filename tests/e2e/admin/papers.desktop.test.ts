import { expect } from 'playwright/test'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import * as commonText from '#messages/common.ts'
import * as papersText from '#messages/papers.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, row } from '#tests/e2e/helpers/admin.ts'
import { dayFromToday, expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, newPlate, seedAdminSession, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

/** The demo has a ride of this rider on it, which is under way. */
const RIDDEN = 'Ola S1 Air · B2'
const RIDER = 'Meera Iyer'

test(
  'an owner enters the papers of a scooter and sees what ends, and prints who rode another one',
  NIGHTLY,
  async ({ page }) => {
    const name = `Ather · ${crypto.randomUUID().slice(0, 6)}`
    await createPropertyWithScooter('Available', { scooter: name })
    await seedAdminSession(page)
    await visit(page, '/admin?tab=scooters')
    await page.getByRole('button', { name: listsText.actionOn(listsText.edit, name) }).click()
    const plate = newPlate()
    await page.getByText(papersText.fields.folded).click()
    await page.getByLabel(papersText.fields.registration).fill(` ${plate.toLowerCase().replace('ka05', 'ka-05 ')}`)
    const insurance = page.getByRole('group', { name: papersText.PAPER_NAMES.insurance })
    await insurance.getByLabel(papersText.fields.number).fill('OG-26-77')
    // Not within the days of the health, which other tests of this site read.
    await insurance.getByLabel(papersText.fields.validUntil).fill(dayFromToday(20))
    const faults = await faultsOf(page, 'the form of a scooter')
    await clickButton(page, commonText.save)
    await expectText(page, catalogueText.scooters.updated)

    await page.getByRole('button', { name: dashboardText.views.papers }).click()
    const paper = row(page, name)
    await expect(paper).toContainText(plate)
    await expect(paper).toContainText(
      papersText.endText(papersText.PAPER_NAMES.insurance, dayFromToday(20), dayFromToday(0))
    )
    faults.push(...(await faultsOf(page, 'the papers')))
    await page.setViewportSize({ height: 640, width: 360 })
    faults.push(...(await faultsOf(page, 'the papers on a phone')))

    await visit(page, '/admin?tab=scooters')
    await page.getByRole('button', { name: listsText.actionOn(whoRodeText.action, RIDDEN) }).click()
    const dialog = page.getByRole('alertdialog', { name: whoRodeText.question(RIDDEN) })
    await dialog.getByLabel(whoRodeText.dateLabel).fill(dayFromToday(1))
    await clickButton(dialog, whoRodeText.showRides)
    await expect(dialog.getByText(whoRodeText.invalidTime)).toBeVisible()
    faults.push(...(await faultsOf(page, 'the question who rode')))
    await dialog.getByLabel(whoRodeText.dateLabel).fill(dayFromToday(0))
    await clickButton(dialog, whoRodeText.showRides)
    await expect(page.getByRole('main')).toContainText(RIDER)
    await expect(page.getByRole('main')).toContainText(whoRodeText.questionIsLogged)
    faults.push(...(await faultsOf(page, 'who rode on a phone')))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(RIDER)).toBeVisible()
    for (const control of [page.getByRole('button', { name: commonText.print }), page.locator('.admin-bar')])
      await expect(control).toBeHidden()
    expect(faults).toEqual([])
  }
)
