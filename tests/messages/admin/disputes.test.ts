import { expect, test } from 'vitest'
import { DISPUTE_PHASES, DISPUTE_STATUSES } from '#domain/payments/statuses.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'

const dispute = {
  amount: 140,
  amount_deducted: 0,
  booking_amount: 140,
  currency: 'INR',
  phase: 'chargeback',
  respond_by: '2026-11-26T11:30:00Z',
  status: 'open' as const
}
const at = (iso: string) => new Date(iso)

test('every phase and status has a text, and unknown values are shown as readable text', () => {
  for (const phase of DISPUTE_PHASES) expect(disputesText.phaseText(phase)).toMatch(/^[A-Z]/)
  for (const status of DISPUTE_STATUSES) expect(disputesText.statusText(status)).toMatch(/^[A-Z]/)
  expect(disputesText.phaseText('good_faith')).toBe('Good faith')
  expect(disputesText.reasonText('The customer did not get it.')).toBe('The customer did not get it.')
})

test('a dispute over a part of the payment shows the part and the total', () => {
  expect([disputesText.amountText(dispute), disputesText.amountText({ ...dispute, amount: 20 })]).toEqual([
    '₹140',
    '₹20 of ₹140'
  ])
})

test('a deadline is shown in India’s time, as urgent when near, and not after the dispute was answered', () => {
  const [early, near, late] = ['2026-11-20T00:00:00Z', '2026-11-25T11:30:00Z', '2026-11-26T11:31:00Z'].map(at) as [
    Date,
    Date,
    Date
  ]
  expect(disputesText.deadlineText(dispute, early)).toBe('Answer by Thu 26 Nov, 5:00\u00A0pm IST')
  expect(disputesText.deadlineText(dispute, late)).toBe('The deadline was Thu 26 Nov, 5:00\u00A0pm IST')
  expect([early, near, late].map(now => disputesText.urgencyText(dispute, now))).toEqual([null, '24 h left', 'Overdue'])
  const answered = { ...dispute, status: 'under_review' as const }
  expect([disputesText.deadlineText(answered, late), disputesText.urgencyText(answered, late)]).toEqual([null, null])
  expect(disputesText.deadlineText({ ...dispute, respond_by: null }, late)).toBe(null)
})

test('an outcome states where the money is', () => {
  expect(disputesText.outcomeText(dispute)).toBe(null)
  expect(disputesText.outcomeText({ ...dispute, status: 'under_review' })).toBe('Your answer is with the bank.')
  expect(disputesText.outcomeText({ ...dispute, status: 'won' })).toBe('The money stays with you.')
  expect(disputesText.outcomeText({ ...dispute, amount_deducted: 140, status: 'lost' })).toBe(
    '₹140 was taken from your account.'
  )
  expect(disputesText.outcomeText({ ...dispute, status: 'lost' })).toBe('The rider gets ₹140 from the bank.')
  expect(disputesText.outcomeText({ ...dispute, amount_deducted: 140 })).toBe('₹140 was taken from your account.')
})

test('the consequence of a refund depends on the state of the dispute', () => {
  expect(disputesText.refundConsequence(dispute)).toMatch(/paid twice\.$/)
  expect(disputesText.refundConsequence({ ...dispute, phase: 'fraud' })).toMatch(
    /^A refund can resolve a suspected fraud/
  )
  expect(disputesText.refundConsequence({ ...dispute, status: 'lost' })).toMatch(
    /^The dispute is lost: the rider gets ₹140/
  )
  const lost = { ...dispute, status: 'lost' as const }
  expect([disputesText.markRefundedConsequence(dispute), disputesText.markRefundedConsequence(lost)]).toEqual([
    disputesText.refundConsequence(dispute),
    'The dispute is lost: the rider gets ₹140 from the bank. No money is sent when you mark it.'
  ])
  expect(disputesText.disputeBesideRefund('due', { ...dispute, refund_allowed: false })).toMatch(
    /waits for the outcome/
  )
  expect(disputesText.disputeBesideRefund('due', { ...dispute, refund_allowed: true })).toMatch(/answer needed/)
})

test('the number of open disputes is shown as a sentence', () => {
  expect([
    dashboardText.unansweredText(1, false),
    dashboardText.unansweredText(2, false),
    dashboardText.unansweredText(50, true)
  ]).toEqual(['1 dispute needs an answer', '2 disputes need an answer', 'more than 50 disputes need an answer'])
})
