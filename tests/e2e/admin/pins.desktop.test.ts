import { expect, type Page } from 'playwright/test'
import type { PinChange } from '#contract/catalogue/admin-scooters.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { roundedUpTimeText } from '#domain/time/time-texts.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as listsText from '#messages/admin/lists.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { row } from '#tests/e2e/helpers/admin.ts'
import { expectText, readPinAndCancel } from '#tests/e2e/helpers/booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  disableSsrData,
  seedAdminSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

/** A scooter whose rider has read the PIN and cancelled. */
async function scooterToChange(): Promise<string> {
  const name = `Ather · ${crypto.randomUUID().slice(0, 6)}`
  const { property, scooter } = await createPropertyWithScooter('Available', { scooter: name })
  await callAsAdmin('PUT', `/properties/${property.id}/settings`, { pin_mode: 'rotate' })
  const { token } = await signUpRider(property.id)
  await readPinAndCancel(token, scooter.id)
  return name
}

/** The list as if somebody rode the scooter. */
async function pretendRide(page: Page, scooter: string, until: Date): Promise<void> {
  await page.route('**/api/admin/pin-changes?*', async route => {
    const reply = await route.fetch()
    const listed = (await reply.json()) as PinChange[]
    const json = listed.map(change =>
      change.scooter_name === scooter ? { ...change, in_use_until: until.toISOString() } : change
    )
    await route.fulfill({ json, response: reply })
  })
}

test('an admin prints the PINs without controls, and confirms by keyboard that a ridden scooter has its new PIN', async ({
  page
}) => {
  const name = await scooterToChange()
  const until = addMinutes(new Date(), 60)
  await pretendRide(page, name, until)
  await seedAdminSession(page)
  await disableSsrData(page)
  await visit(page, screenPath('pins'))
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.setViewportSize({ height: 1000, width: 718 })
  await expect(page.getByRole('columnheader', { name: pinChangesText.pinsHeading })).toBeVisible()
  await expect(row(page, name)).toContainText(/(\d{6}).*(?!\1)\d{6}/s)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('tablist')).toBeHidden()
  const brightness = await row(page, name).evaluate(element => getComputedStyle(element).color)
  expect(brightness).toMatch(/^rgb\((\d|[1-5]\d), /)

  await page.emulateMedia({ colorScheme: null, media: null })
  await page.setViewportSize({ height: 800, width: 1280 })
  const change = row(page, name)
  await expect(change).toContainText(pinChangesText.inUseUntil(roundedUpTimeText(until, new Date())))
  const confirm = change.getByRole('button', { name: listsText.actionOn(pinChangesText.markChanged, name) })
  await confirm.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: pinChangesText.inUseQuestion })
  await expect(question).toContainText(
    pinChangesText.riderWillBeTold({ name: null, phone: null }, roundedUpTimeText(until, new Date()))
  )
  await expect(question.getByRole('button', { name: pinChangesText.notYet })).toBeFocused()
  expect(await violationsInBothThemes(page, 'the question during a ride')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(confirm).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: pinChangesText.notYet })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectText(page, pinChangesText.changed(name))
  await expect(change).toBeHidden()
})
