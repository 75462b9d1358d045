import { expect, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { DAYS } from '#domain/constants.ts'
import { weekdayName } from '#domain/time/india-time.ts'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as portalBookings from '#messages/admin/bookings.ts'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRules from '#messages/admin/catalogue/property-rules.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import * as review from '#messages/admin/review.ts'
import * as portalRiders from '#messages/admin/riders.ts'
import * as adminSignIn from '#messages/admin/sign-in.ts'
import * as status from '#messages/admin/status.ts'
import * as portalTeam from '#messages/admin/team.ts'
import * as labels from '#messages/labels.ts'
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
    await clickButton(page, auth.signIn)
    await expectText(page, auth.signInIncomplete)
    await check('admin sign-in with nothing filled in')
    await fillSignIn(page, DEMO_ADMIN)
    await expect(page.getByRole('alertdialog', { name: adminSignIn.welcome })).toBeVisible()
    await check('welcome')
    await closeAlert(page, adminSignIn.welcome)
    await page.waitForURL('/admin')
    await waitForHydration(page)
    await expectText(page, dashboard.scootersNow)
    await check('overview')
    await clickButton(page, labels.activityLog)
    await expect(page.getByRole('table', { name: labels.activityLog })).toBeVisible()
    await check('activity log')
    await clickButton(page, dashboard.views.status)
    await expect(page.getByRole('heading', { name: status.setupTitle })).toBeVisible()
    await check('status')
    expect(violations).toEqual([])
  })

  test('in Today and the team, and in the dialogs of an invitation and of the emails', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    const { broken, property } = await setUpRound(page)
    await seedAdminSession(page)
    await visit(page, screenPath('today'))
    await page.getByLabel(labels.property, { exact: true }).selectOption(property.id)
    await expectText(page, broken.name)
    await check('today')
    await clickButton(page, dashboard.views.team)
    await expect(page.getByRole('table', { name: dashboard.views.team })).toBeVisible()
    await check('team')
    await clickButton(page, portalTeam.team.add)
    await clickButton(page, portalTeam.team.create)
    await expectText(page, portalTeam.nameRequired)
    await check('an invitation with everything missing')
    const form = page.getByRole('dialog', { name: portalTeam.team.add })
    await form.getByLabel(portalTeam.team.name).fill('Farah Ali')
    await form.getByLabel(portalTeam.team.email).fill(newEmail())
    await form.getByLabel(property.name).check()
    await clickButton(form, portalTeam.team.create)
    const invitation = page.getByRole('dialog', { name: portalTeam.link.title })
    await expect(invitation.getByRole('button', { name: portalTeam.link.copy })).toBeVisible()
    await check('the link of an invitation')
    await clickButton(invitation, labels.close)
    await clickButton(page, adminSignIn.account)
    await clickButton(page, account.notifications)
    await expect(page.getByRole('dialog', { name: account.notifications }).getByLabel(account.dailyMail)).toBeVisible()
    await check('notifications')
    expect(violations).toEqual([])
  })

  test('in its lists', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await openAdminTab(page, 'properties')
    for (const tab of ['properties', 'scooters', 'pricing', 'plans', 'users', 'bookings'] as const) {
      await openTab(page, tab)
      await expect(page.getByRole('table', { name: dashboard.tabs[tab] })).toBeVisible()
      await check(tab)
    }
    expect(violations).toEqual([])
  })

  test('in its forms', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await openAdminTab(page, 'properties')
    // A property of the demo, because other stories delete theirs.
    await page.getByRole('button', { name: /^Rules Palm Grove/ }).click()
    await expect(page.getByLabel(propertyRules.labels.late_cancel_percent)).toBeVisible()
    await check('the rules of a property')
    await page.getByLabel(propertyRules.labels.late_cancel_percent).fill('101')
    await clickButton(page, labels.save)
    await expect(page.getByLabel(propertyRules.labels.late_cancel_percent)).toHaveAttribute('aria-invalid', 'true')
    await check('rules with a wrong number')
    await clickButton(page, labels.cancel)
    await openTab(page, 'plans')
    await clickButton(page, portalCatalogue.plans.add)
    for (const day of DAYS) await page.getByLabel(weekdayName(day)).uncheck()
    await clickButton(page, portalCatalogue.plans.create)
    await expectText(page, portalCatalogue.invalidDays)
    await check('a plan with everything wrong')
    await clickButton(page, labels.close)
    await expect(page.getByRole('alertdialog', { name: forms.discardQuestion })).toBeVisible()
    await check('the question before changes are discarded')
    expect(violations).toEqual([])
  })

  test('in the dialogs about riders and bookings', NIGHTLY, async ({ page }) => {
    const { check, violations } = violationsOf(page)
    await openAdminTab(page, 'users')
    // A rider with an upcoming ride gets another dialog.
    const { property, scooter } = await createPropertyWithScooter()
    const { email } = await signUpRider(property.id)
    await page.getByLabel(portalRiders.riders.search).fill(email)
    await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1)
    await clickButton(page, lists.actionOn(review.panel.open, 'Asha Rao'))
    const file = page.getByRole('dialog', { name: 'Asha Rao' })
    await expect(file.getByRole('img', { name: portalRiders.licencePhoto.alt('Asha Rao') })).toBeVisible()
    await clickButton(file, review.panel.approve)
    await expect(file.getByLabel(review.panel.validUntil)).toHaveAttribute('aria-invalid', 'true')
    await check('the file of a rider, approved without a day')
    await clickButton(file, review.panel.reject)
    await clickButton(page.getByRole('alertdialog'), review.panel.reject)
    await expectText(page, review.reasonMissing)
    await check('a rejection without a reason')
    await clickButton(page.getByRole('alertdialog'), labels.cancel)
    await clickButton(file, review.panel.suspend)
    await check('the question before a suspension')
    await clickButton(page.getByRole('alertdialog'), labels.cancel)
    await clickButton(file, labels.close)
    await clickButton(row(page, email), lists.actionOn(lists.deleteLabel, 'Asha Rao'))
    await expect(page.getByRole('alertdialog', { name: portalRiders.riders.deleteQuestion })).toBeVisible()
    await check('the question before a rider is deleted')
    await clickButton(page, labels.cancel)

    const guest = await signUpRider(property.id)
    await createPaidRide(page, guest.token, scooter.id, 2, '10:00')
    await openTab(page, 'bookings')
    await page.getByLabel(portalBookings.bookings.search).fill(guest.email)
    await expect(row(page, guest.email)).toHaveCount(1)
    const panel = await openBooking(page, row(page, guest.email))
    await expectText(page, portalRefunds.paymentDetails.refunds)
    await check('a booking')
    await clickButton(panel, portalBookings.cancelling.action)
    await expect(page.getByRole('alertdialog', { name: portalBookings.cancelling.question })).toBeVisible()
    await check('the question before a booking is cancelled')
    await answerDialog(page, portalBookings.cancelling.question, portalBookings.cancelling.keep)
    await clickButton(panel, labels.close)
    await openTab(page, 'users')
    await page.getByRole('button', { name: dashboard.views.licences }).click()
    await expect(page.getByRole('table', { name: dashboard.views.licences })).toBeVisible()
    await check('licences to review')
    await openTab(page, 'bookings')
    await clickButton(page, dashboard.views.payments)
    await expect(page.getByRole('table', { name: portalRefunds.refunds.all })).toBeVisible()
    await check('refunds')
    expect(violations).toEqual([])
  })
})
