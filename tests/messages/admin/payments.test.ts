import { describe, expect, test } from 'vitest'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/payments/refunds.ts'
import * as portalBookings from '#messages/admin/bookings.ts'
import * as text from '#messages/admin/general.ts'
import * as portalPayments from '#messages/admin/payments.ts'

const asha = { user_email: 'asha@example.in', user_name: 'Asha Rao' }

describe('an amount to refund', () => {
  test('is shown with its recipient; a hold has cost nothing', () => {
    expect(portalBookings.refundTo(1200, asha)).toBe('₹1,200 will be refunded to Asha Rao.')
    expect(portalBookings.refundTo(140, { ...asha, user_name: '' })).toBe('₹140 will be refunded to asha@example.in.')
    expect(portalBookings.refundTo(0, asha)).toBe('Nothing has been paid.')
  })

  test('is shown in its own currency, beside the ordered amount', () => {
    expect(portalPayments.refundText({ amount: 0.99, currency: 'INR' })).toBe('Refund ₹0.99')
    expect(portalPayments.orderedAndPaid({ amount: 140, booking_amount: 140, currency: 'USD' })).toBe(
      'Ordered: ₹140. Paid: USD\u00A0140.'
    )
  })

  test('has a text for every reason and status; unknown ones are shown unchanged', () => {
    for (const reason of REFUND_REASONS) expect(portalPayments.refundReason(reason)).toMatch(/^[A-Z].*\.$/)
    for (const status of REFUND_STATUSES) expect(portalPayments.refundStatus(status)).not.toBe(status)
    expect([portalPayments.refundReason('eclipse'), portalPayments.refundStatus('paused')]).toEqual([
      'eclipse',
      'paused'
    ])
  })

  test('shows counts as numbers and as sentences', () => {
    expect([text.countText(3, false), text.countText(50, true)]).toEqual(['3', '50+'])
    expect([portalPayments.reviewsWaiting(1, false), portalPayments.reviewsWaiting(50, true)]).toEqual([
      '1 refund needs attention',
      'more than 50 refunds need attention'
    ])
  })
})

describe('an attempt to pay', () => {
  test('is described in words, with the amount paid', () => {
    expect(portalPayments.attemptText({ amount: 140, currency: 'INR', status: 'captured' })).toBe('Paid ₹140')
    expect(portalPayments.attemptText({ amount: 140, currency: 'INR', status: 'failed' })).toBe(
      'The payment failed (₹140)'
    )
    expect(portalPayments.attemptText({ status: 'dismissed' })).toBe('The payment dialog was closed')
    expect(portalPayments.attemptText({ status: 'authorized' })).toBe('authorized')
  })
})
