import { describe, expect, test } from 'vitest'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/payments/statuses.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'

const asha = { user_email: 'asha@example.in', user_name: 'Asha Rao' }

describe('an amount to refund', () => {
  test('is shown with its recipient; a hold has cost nothing', () => {
    expect(adminBookingsText.refundTo(1200, asha)).toBe('₹1,200 will be refunded to Asha Rao.')
    expect(adminBookingsText.refundTo(140, { ...asha, user_name: '' })).toBe(
      '₹140 will be refunded to asha@example.in.'
    )
    expect(adminBookingsText.refundTo(0, asha)).toBe('There is nothing to refund.')
  })

  test('is shown in its own currency, beside the ordered amount', () => {
    expect(refundsText.refundLabel({ amount: 0.99, currency: 'INR' })).toBe('Refund ₹0.99')
    expect(refundsText.orderedAndPaid({ amount: 140, booking_amount: 140, currency: 'USD' })).toBe(
      'Ordered: ₹140. Paid: USD\u00A0140.'
    )
  })

  test('has a text for every reason and status; unknown ones are shown unchanged', () => {
    for (const reason of REFUND_REASONS) expect(refundsText.refundReason(reason)).toMatch(/^[A-Z].*\.$/)
    for (const status of REFUND_STATUSES) expect(refundsText.refundStatus(status)).not.toBe(status)
  })

  test("quotes an admin's note, but no note of the provider or the system", () => {
    const note = 'Paid in cash'
    expect(refundsText.refundNote({ note, refund_id: null, status: 'processed' })).toBe('"Paid in cash"')
    expect(refundsText.refundNote({ note, refund_id: null, status: 'review' })).toBe('Paid in cash')
    expect(refundsText.refundNote({ note, refund_id: 'rfnd_1', status: 'processed' })).toBe('Paid in cash')
  })

  test('shows counts as numbers and as sentences', () => {
    expect([listsText.countText(3, false), listsText.countText(50, true)]).toEqual(['3', '50+'])
    expect([dashboardText.reviewsWaiting(1, false), dashboardText.reviewsWaiting(50, true)]).toEqual([
      '1 refund needs attention',
      'more than 50 refunds need attention'
    ])
  })
})

describe('an attempt to pay', () => {
  test('is described in words, with the amount paid', () => {
    expect(refundsText.attemptText({ amount: 140, currency: 'INR', status: 'captured' })).toBe('Paid ₹140')
    expect(refundsText.attemptText({ amount: 140, currency: 'INR', status: 'failed' })).toBe(
      'The payment failed (₹140)'
    )
    expect(refundsText.attemptText({ status: 'dismissed' })).toBe('The payment dialog was closed')
  })
})
