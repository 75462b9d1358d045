import { expect } from 'playwright/test'
import { scooters } from '#messages/admin/catalogue/catalogue.ts'
import { endText, form } from '#messages/admin/catalogue/papers.ts'
import { views } from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as whoRode from '#messages/admin/who-rode.ts'
import * as labels from '#messages/labels.ts'
import { PAPER_NAMES } from '#messages/papers.ts'
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
    await page.getByRole('button', { name: lists.actionOn(lists.edit, name) }).click()
    const plate = newPlate()
    await page.getByLabel(form.registration).fill(` ${plate.toLowerCase().replace('ka05', 'ka-05 ')}`)
    const insurance = page.getByRole('group', { name: PAPER_NAMES.insurance })
    await insurance.getByLabel(form.number).fill('OG-26-77')
    // Not within the days of the health, which other tests of this site read.
    await insurance.getByLabel(form.validUntil).fill(dayFromToday(20))
    const faults = await faultsOf(page, 'the form of a scooter')
    await clickButton(page, labels.save)
    await expectText(page, scooters.updated)

    await page.getByRole('button', { name: views.papers }).click()
    const paper = row(page, name)
    await expect(paper).toContainText(plate)
    await expect(paper).toContainText(endText(PAPER_NAMES.insurance, dayFromToday(20), dayFromToday(0)))
    faults.push(...(await faultsOf(page, 'the papers')))
    await page.setViewportSize({ height: 640, width: 360 })
    faults.push(...(await faultsOf(page, 'the papers on a phone')))

    await visit(page, '/admin?tab=scooters')
    await page.getByRole('button', { name: lists.actionOn(whoRode.action, RIDDEN) }).click()
    const dialog = page.getByRole('alertdialog', { name: whoRode.question(RIDDEN) })
    await dialog.getByLabel(whoRode.day).fill(dayFromToday(1))
    await clickButton(dialog, whoRode.show)
    await expect(dialog.getByText(whoRode.invalidTime)).toBeVisible()
    faults.push(...(await faultsOf(page, 'the question who rode')))
    await dialog.getByLabel(whoRode.day).fill(dayFromToday(0))
    await clickButton(dialog, whoRode.show)
    await expect(page.getByRole('main')).toContainText(RIDER)
    await expect(page.getByRole('main')).toContainText(whoRode.logged)
    faults.push(...(await faultsOf(page, 'who rode on a phone')))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(RIDER)).toBeVisible()
    for (const control of [page.getByRole('button', { name: whoRode.print }), page.locator('.admin-bar')])
      await expect(control).toBeHidden()
    expect(faults).toEqual([])
  }
)
