import { describe, expect, test } from 'vitest'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/refunds.ts'
import * as text from '#messages/portal.ts'

const asha = { user_email: 'asha@example.in', user_name: 'Asha Rao' }

describe('what goes back', () => {
  test('is told to whom, and that a hold has cost nothing', () => {
    expect(text.refundTo(1200, asha)).toBe('₹1,200 goes back to Asha Rao.')
    expect(text.refundTo(140, { ...asha, user_name: '' })).toBe('₹140 goes back to asha@example.in.')
    expect(text.refundTo(0, asha)).toBe('Nothing was paid yet.')
  })

  test('is told in its own currency, beside what was ordered', () => {
    expect(text.refundText({ amount: 0.99, currency: 'INR' })).toBe('Refund ₹0.99')
    expect(text.orderedAndPaid({ amount: 140, booking_amount: 140, currency: 'USD' })).toBe(
      'Ordered: ₹140. Came: USD\u00A0140.'
    )
  })

  test('has words for every reason and status; others are shown as they came', () => {
    for (const reason of REFUND_REASONS) expect(text.refundReason(reason)).toMatch(/^[A-Z].*\.$/)
    for (const status of REFUND_STATUSES) expect(text.refundStatus(status)).not.toBe(status)
    expect([text.refundReason('eclipse'), text.refundStatus('paused')]).toEqual(['eclipse', 'paused'])
  })

  test('is counted in figures and in words', () => {
    expect([text.countText(3, false), text.countText(50, true)]).toEqual(['3', '50+'])
    expect([text.reviewsWaiting(1, false), text.reviewsWaiting(50, true)]).toEqual([
      '1 refund needs you',
      'more than 50 refunds need you'
    ])
  })
})

describe('an attempt to pay', () => {
  test('is told in words, and with what came', () => {
    expect(text.attemptText({ amount: 140, currency: 'INR', status: 'captured' })).toBe('Paid ₹140')
    expect(text.attemptText({ status: 'dismissed' })).toBe('The payment dialog was closed')
    expect(text.attemptText({ status: 'authorized' })).toBe('authorized')
  })
})
