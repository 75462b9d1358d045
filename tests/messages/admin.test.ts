import { expect, test } from 'vitest'
import { updateLegacyPricing, updatePlan } from '#contract/catalogue/admin-pricing.ts'
import { updateProperty } from '#contract/catalogue/admin-properties.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import * as activityText from '#messages/admin/activity.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'

/** The calls whose activity entries list the changed fields (changedFieldNames in server/activity/activity.ts). */
const UPDATES = {
  update_plan: updatePlan,
  update_pricing: updateLegacyPricing,
  update_property: updateProperty,
  update_scooter: updateScooter,
  update_settings: updatePropertyRules
}

const fields = Object.entries(UPDATES).flatMap(([action, { body }]) =>
  Object.keys(body.entries).map(name => [action, name] as const)
)

test.each(fields)('%s shows the changed field %s in words', (action, name) => {
  expect(activityText.detailText(action, name)).toMatch(/^[A-Za-z\d]+( [a-z]+)*$/)
})

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

test('a refund and what was paid are in the currency of the payment, beside the ordered rupees', () => {
  expect(refundsText.refundLabel({ amount: 0.99, currency: 'INR' })).toBe('Refund ₹0.99')
  expect(refundsText.refundLabel({ amount: 140, currency: 'USD' })).toContain('USD\u00A0140')
  expect(refundsText.orderedAndPaid({ amount: 140, booking_amount: 140, currency: 'USD' })).toBe(
    'Ordered: ₹140. Paid: USD\u00A0140.'
  )
})

test('the question about a new PIN says who is told of it, and whom to call', () => {
  const told = (phone: string | null) => pinChangesText.riderWillBeTold({ name: 'Lukas Weber', phone }, '8:00 pm')
  expect(told(null)).toBe('Lukas Weber rides until 8:00 pm and will be told.')
  expect(told('9845033445')).toBe('Lukas Weber rides until 8:00 pm and has no email: call +91 98450 33445.')
  expect(told('')).toBe('Lukas Weber rides until 8:00 pm and has no email, so call.')
  expect(pinChangesText.lateRiderWillBeTold({ name: null, phone: '+49 151 2345 6789' })).toMatch(
    /^Somebody is late and has no email: call \+4915123456789\. Is it back\?/
  )
})
