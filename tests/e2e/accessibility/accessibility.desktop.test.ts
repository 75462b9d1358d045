import { expect, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { DAYS } from '#domain/constants.ts'
import { weekdayName } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import * as teamText from '#messages/admin/team.ts'
import * as commonText from '#messages/common.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import {
  answerDialog,
  clickButton,
  closeAlert,
  fillSignIn,
  openAdminTab,
  openBooking,
  openTab,
  row
} from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import {
  createPropertyWithScooter,
  DEMO_ADMIN,
  newEmail,
  seedAdminSession,
  signUpRider,
  visit,
  waitForHydration
} from '#tests/e2e/helpers/people.ts'
import { setUpRound } from '#tests/e2e/helpers/staff.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

/** `check` adds the violations of the present screen, in both themes, to the list. */
function violationsOf(page: Page) {
  const violations: string[] = []
  const check = async (screen: string) => void violations.push(...(await violationsInBothThemes(page, screen)))
  return { check, violations }
}

test.describe('the portal has no accessibility violations', () => {
  test('at sign-in and in the overview', async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await visit(page, '/admin/auth')
    await clickButton(page, authText.signIn)
    await expectText(page, authText.signInIncomplete)
    await check('admin sign-in with nothing filled in')
    await fillSignIn(page, DEMO_ADMIN)
    await expect(page.getByRole('alertdialog', { name: authText.adminWelcome })).toBeVisible()
    await check('welcome')
    await closeAlert(page, authText.adminWelcome)
    await page.waitForURL('/admin')
    await waitForHydration(page)
    await expectText(page, dashboardText.scootersNow)
    await check('overview')
    await clickButton(page, commonText.activityLog)
    await expect(page.getByRole('table', { name: commonText.activityLog })).toBeVisible()
    await check('activity log')
    await clickButton(page, dashboardText.views.status)
    await expect(page.getByRole('heading', { name: systemStatusText.setupTitle })).toBeVisible()
    await check('status')
    expect(violations).toEqual([])
  })

  test('in Today and the team, and in the dialogs of an invitation and of the emails', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    const { broken, property } = await setUpRound()
    await seedAdminSession(page)
    await visit(page, screenPath('today'))
    await page.getByLabel(commonText.property, { exact: true }).selectOption(property.id)
    await expectText(page, broken.name)
    await check('today')
    await clickButton(page, dashboardText.views.team)
    await expect(page.getByRole('table', { name: dashboardText.views.team })).toBeVisible()
    await check('team')
    await clickButton(page, teamText.members.add)
    await clickButton(page, teamText.members.create)
    await expectText(page, formsText.nameRequired)
    await check('an invitation with everything missing')
    const form = page.getByRole('dialog', { name: teamText.members.add })
    await form.getByLabel(teamText.members.name).fill('Farah Ali')
    await form.getByLabel(teamText.members.email).fill(newEmail())
    await form.getByLabel(property.name).check()
    await clickButton(form, teamText.members.create)
    const invitation = page.getByRole('dialog', { name: teamText.invitation.title })
    await expect(invitation.getByRole('button', { name: teamText.invitation.copy })).toBeVisible()
    await check('the link of an invitation')
    await clickButton(invitation, commonText.close)
    await clickButton(page, authText.accountMenu)
    await clickButton(page, accountText.notifications)
    await expect(
      page.getByRole('dialog', { name: accountText.notifications }).getByLabel(accountText.dailyMail)
    ).toBeVisible()
    await check('notifications')
    expect(violations).toEqual([])
  })

  test('in its lists', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await openAdminTab(page, 'properties')
    for (const tab of ['properties', 'scooters', 'pricing', 'plans', 'users', 'bookings'] as const) {
      await openTab(page, tab)
      await expect(page.getByRole('table', { name: dashboardText.tabs[tab] })).toBeVisible()
      await check(tab)
    }
    expect(violations).toEqual([])
  })

  test('in its forms', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await openAdminTab(page, 'properties')
    // A property of the demo, because other stories delete theirs.
    await page.getByRole('button', { name: /^Rules Palm Grove/ }).click()
    await expect(page.getByLabel(propertyRulesText.ruleLabels.late_cancel_percent)).toBeVisible()
    await check('the rules of a property')
    await page.getByLabel(propertyRulesText.ruleLabels.late_cancel_percent).fill('101')
    await clickButton(page, commonText.save)
    await expect(page.getByLabel(propertyRulesText.ruleLabels.late_cancel_percent)).toHaveAttribute(
      'aria-invalid',
      'true'
    )
    await check('rules with a wrong number')
    await clickButton(page, commonText.cancel)
    await openTab(page, 'plans')
    await clickButton(page, catalogueText.plans.add)
    for (const day of DAYS) await page.getByLabel(weekdayName(day)).uncheck()
    await clickButton(page, catalogueText.plans.create)
    await expectText(page, catalogueText.invalidDays)
    await check('a plan with everything wrong')
    await clickButton(page, commonText.close)
    await expect(page.getByRole('alertdialog', { name: formsText.discardQuestion })).toBeVisible()
    await check('the question before changes are discarded')
    expect(violations).toEqual([])
  })

  test('in the dialogs about riders and bookings', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await openAdminTab(page, 'users')
    // A rider with an upcoming ride gets another dialog.
    const { property, scooter } = await createPropertyWithScooter()
    const { email } = await signUpRider(property.id)
    await page.getByLabel(ridersText.list.search).fill(email)
    await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1)
    await clickButton(page, listsText.actionOn(reviewText.riderPanel.open, 'Asha Rao'))
    const file = page.getByRole('dialog', { name: 'Asha Rao' })
    await expect(file.getByRole('img', { name: ridersText.licencePhoto.alt('Asha Rao') })).toBeVisible()
    await clickButton(file, reviewText.riderPanel.approve)
    await expect(file.getByLabel(reviewText.riderPanel.validUntil)).toHaveAttribute('aria-invalid', 'true')
    await check('the file of a rider, approved without a day')
    await clickButton(file, reviewText.riderPanel.reject)
    await clickButton(page.getByRole('alertdialog'), reviewText.riderPanel.reject)
    await expectText(page, reviewText.reasonMissing)
    await check('a rejection without a reason')
    await clickButton(page.getByRole('alertdialog'), commonText.cancel)
    await clickButton(file, reviewText.riderPanel.suspend)
    await check('the question before a suspension')
    await clickButton(page.getByRole('alertdialog'), commonText.cancel)
    await clickButton(file, commonText.close)
    await clickButton(row(page, email), listsText.actionOn(listsText.deleteLabel, 'Asha Rao'))
    await expect(page.getByRole('alertdialog', { name: ridersText.list.deleteQuestion })).toBeVisible()
    await check('the question before a rider is deleted')
    await clickButton(page, commonText.cancel)

    const guest = await signUpRider(property.id)
    await createPaidRide(guest.token, scooter.id, 2, '10:00')
    await openTab(page, 'bookings')
    await page.getByLabel(adminBookingsText.list.search).fill(guest.email)
    await expect(row(page, guest.email)).toHaveCount(1)
    const panel = await openBooking(page, row(page, guest.email))
    await expectText(page, refundsText.paymentDetails.refunds)
    await check('a booking')
    await clickButton(panel, adminBookingsText.cancelling.action)
    await expect(page.getByRole('alertdialog', { name: adminBookingsText.cancelling.question })).toBeVisible()
    await check('the question before a booking is cancelled')
    await answerDialog(page, adminBookingsText.cancelling.question, adminBookingsText.cancelling.keep)
    await clickButton(panel, commonText.close)
    await openTab(page, 'users')
    await page.getByRole('button', { name: dashboardText.views.licences }).click()
    await expect(page.getByRole('table', { name: dashboardText.views.licences })).toBeVisible()
    await check('licences to review')
    await openTab(page, 'bookings')
    await clickButton(page, dashboardText.views.payments)
    await expect(page.getByRole('table', { name: refundsText.list.all })).toBeVisible()
    await check('refunds')
    expect(violations).toEqual([])
  })
})
