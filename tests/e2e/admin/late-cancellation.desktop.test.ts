import { expect } from 'playwright/test'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openAdminTab, openBooking, openTab, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

// The property refunds 50 % of a cancellation at any time, so every cancellation is late. The ride costs ₹50.

const TERMS = { free_cancel_minutes: 10_080, grace_minutes: 0, late_cancel_percent: 50 }

test(
  'an owner cancels late, the rider reads what is owed, and the owner marks it as paid',
  NIGHTLY,
  async ({ otherPage: riders, page }) => {
    const { property, scooter } = await createPropertyWithScooter()
    await callAsAdmin('PUT', `/properties/${property.id}/settings`, TERMS)
    const rider = await signUpRider(property.id)
    await createPaidRide(rider.token, scooter.id, 3, '10:00')
    await openAdminTab(page, 'bookings')
    const panel = await openBooking(page, row(page, rider.email))
    await clickButton(panel, adminBookingsText.cancelling.action)
    const question = page.getByRole('alertdialog', { name: adminBookingsText.cancelling.question })
    await expect(question).toContainText(adminBookingsText.alsoOwe(25))
    expect(await faultsOf(page, 'the question before a late cancellation')).toEqual([])
    await question
      .getByLabel(adminBookingsText.cancelling.who)
      .selectOption({ label: adminBookingsText.cancelling.byRider })
    await expect(question).not.toContainText(adminBookingsText.alsoOwe(25))
    await question
      .getByLabel(adminBookingsText.cancelling.who)
      .selectOption({ label: adminBookingsText.cancelling.byUs })
    await clickButton(question, adminBookingsText.cancelling.action)
    await expectText(page, /^Booking cancelled\./)
    await expect(panel).toContainText(refundsText.compensations.notPaid)
    await clickButton(panel, commonText.close)

    await seedRiderSession(riders, rider)
    await visit(riders, '/my-bookings')
    const card = riders.getByRole('article').filter({ hasText: scooter.name })
    await card.getByText('Details').click()
    await expect(card).toContainText(myBookingsText.alsoOwed(25))
    expect(await faultsOf(riders, 'a booking with a debt')).toEqual([])

    await clickButton(page, dashboardText.views.payments)
    const owed = page
      .getByRole('table', { name: refundsText.compensations.title })
      .getByRole('row')
      .filter({ hasText: rider.email })
    await expect(owed).toContainText('₹25')
    expect(await faultsOf(page, 'what is owed to riders')).toEqual([])
    await owed.getByRole('button').click()
    const paid = page.getByRole('alertdialog', {
      name: refundsText.markPaidQuestion({ amount: 25, user_email: '', user_name: 'Asha Rao' })
    })
    await paid.getByLabel(refundsText.compensations.note).fill('UPI 4321')
    expect(await faultsOf(page, 'the question about a debt')).toEqual([])
    await clickButton(paid, refundsText.compensations.markPaid)
    await expectText(page, refundsText.compensations.markedPaid)
    await expect(owed).toHaveCount(0)
    await openTab(page, 'bookings')
    await openBooking(page, row(page, rider.email))
    await expect(panel).toContainText('UPI 4321')

    await riders.reload()
    await expect(riders.getByText(myBookingsText.alsoOwed(25))).toHaveCount(0)
  }
)
