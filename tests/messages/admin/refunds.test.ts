import { describe, expect, test } from 'vitest'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/payments/statuses.ts'
import * as portalBookings from '#messages/admin/bookings.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as text from '#messages/admin/lists.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'

const asha = { user_email: 'asha@example.in', user_name: 'Asha Rao' }

describe('an amount to refund', () => {
  test('is shown with its recipient; a hold has cost nothing', () => {
    expect(portalBookings.refundTo(1200, asha)).toBe('₹1,200 will be refunded to Asha Rao.')
    expect(portalBookings.refundTo(140, { ...asha, user_name: '' })).toBe('₹140 will be refunded to asha@example.in.')
    expect(portalBookings.refundTo(0, asha)).toBe('There is nothing to refund.')
  })

  test('is shown in its own currency, beside the ordered amount', () => {
    expect(portalRefunds.refundLabel({ amount: 0.99, currency: 'INR' })).toBe('Refund ₹0.99')
    expect(portalRefunds.orderedAndPaid({ amount: 140, booking_amount: 140, currency: 'USD' })).toBe(
      'Ordered: ₹140. Paid: USD\u00A0140.'
    )
  })

  test('has a text for every reason and status; unknown ones are shown unchanged', () => {
    for (const reason of REFUND_REASONS) expect(portalRefunds.refundReason(reason)).toMatch(/^[A-Z].*\.$/)
    for (const status of REFUND_STATUSES) expect(portalRefunds.refundStatus(status)).not.toBe(status)
  })

  test("quotes an admin's note, but no note of the provider or the system", () => {
    const note = 'Paid in cash'
    expect(portalRefunds.refundNote({ note, refund_id: null, status: 'processed' })).toBe('"Paid in cash"')
    expect(portalRefunds.refundNote({ note, refund_id: null, status: 'review' })).toBe('Paid in cash')
    expect(portalRefunds.refundNote({ note, refund_id: 'rfnd_1', status: 'processed' })).toBe('Paid in cash')
  })

  test('shows counts as numbers and as sentences', () => {
    expect([text.countText(3, false), text.countText(50, true)]).toEqual(['3', '50+'])
    expect([dashboard.reviewsWaiting(1, false), dashboard.reviewsWaiting(50, true)]).toEqual([
      '1 refund needs attention',
      'more than 50 refunds need attention'
    ])
  })
})

describe('an attempt to pay', () => {
  test('is described in words, with the amount paid', () => {
    expect(portalRefunds.attemptText({ amount: 140, currency: 'INR', status: 'captured' })).toBe('Paid ₹140')
    expect(portalRefunds.attemptText({ amount: 140, currency: 'INR', status: 'failed' })).toBe(
      'The payment failed (₹140)'
    )
    expect(portalRefunds.attemptText({ status: 'dismissed' })).toBe('The payment dialog was closed')
  })
})
