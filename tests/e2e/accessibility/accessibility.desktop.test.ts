import { expect } from 'playwright/test'
import { DAYS } from '#domain/constants.ts'
import { weekdayName } from '#domain/time.ts'
import * as activity from '#messages/activity.ts'
import * as admin from '#messages/admin.ts'
import * as door from '#messages/admin-sign-in.ts'
import * as auth from '#messages/auth.ts'
import * as portal from '#messages/portal.ts'
import { faultsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { answerTo, closeAlert, fillSignIn, openTab, press } from '#tests/e2e/helpers/admin.ts'
import { says } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/line.ts'
import { alive, DEMO_ADMIN, visit } from '#tests/e2e/helpers/people.ts'

test('every screen of the portal is accessible', async ({ page }) => {
  const faults: string[] = []
  const check = async (screen: string) => void faults.push(...(await faultsInBothThemes(page, screen)))
  await visit(page, '/admin/auth')
  await press(page, auth.signIn)
  await says(page, auth.signInIncomplete)
  await check('admin sign-in with nothing filled in')
  await fillSignIn(page, DEMO_ADMIN)
  await expect(page.getByRole('alertdialog', { name: door.welcome })).toBeVisible()
  await check('welcome')
  await closeAlert(page, door.welcome)
  await page.waitForURL('/admin')
  await alive(page)
  await says(page, portal.scootersNow)
  await check('overview')
  await press(page, portal.activity)
  await expect(page.getByRole('table', { name: activity.title })).toBeVisible()
  await check('activity log')
  for (const tab of ['properties', 'scooters', 'pricing', 'plans', 'users', 'bookings'] as const) {
    await openTab(page, tab)
    await expect(page.getByRole('table', { name: portal.tabs[tab] })).toBeVisible()
    await check(tab)
  }
  await openTab(page, 'users')
  await page.getByRole('button', { name: portal.users.viewLicence }).first().click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await check('a licence photo')
  await press(page.getByRole('dialog'), portal.close)
  await page
    .getByRole('button', { name: portal.named(portal.remove, '') })
    .first()
    .click()
  await expect(page.getByRole('alertdialog', { name: portal.users.deleteQuestion })).toBeVisible()
  await check('the question whether to delete a rider')
  await answerTo(page, portal.users.deleteQuestion, portal.cancel)
  await openTab(page, 'bookings')
  await page
    .getByRole('button', { name: /^Payments .+,/ })
    .first()
    .click()
  await says(page, portal.money.refunds)
  await check('the payments of a booking')
  await press(page, portal.close)
  await page.getByRole('button', { name: portal.cancelling.action }).first().click()
  await check('the question whether to cancel')
  await answerTo(page, portal.cancelling.question, portal.cancelling.keep)
  await press(page, portal.bookings.payments)
  await expect(page.getByRole('table', { name: portal.payments.all })).toBeVisible()
  await check('refunds')
  await openTab(page, 'plans')
  await press(page, portal.plans.add)
  for (const day of DAYS) await page.getByLabel(weekdayName(day)).uncheck()
  await press(page, portal.plans.create)
  await says(page, admin.invalidDays)
  await check('a plan with everything wrong')
  await press(page, portal.close)
  await expect(page.getByRole('alertdialog', { name: portal.discardQuestion })).toBeVisible()
  await check('the question whether to discard')
  expect(faults).toEqual([])
})
