import { rupeesText } from '#domain/money.ts'
import { type RiderName, riderName } from './refunds.ts'

// What riders are owed for rides that were cancelled late.

export const compensations = {
  cancelled: 'Cancelled',
  failed: 'Failed to mark it as paid',
  heading: 'Owed to the rider',
  markPaid: 'Mark as paid',
  markedPaid: 'Marked as paid',
  none: 'Nothing is owed',
  noneText: 'What you owe riders for rides that you cancelled late appears here.',
  notPaid: 'Not paid yet',
  note: 'How was it paid?',
  noteHint: 'For example: in cash, or by UPI.',
  title: 'Owed to riders'
} as const

/** 'Was ₹70 paid to Asha Rao?' */
export function markPaidQuestion(owed: RiderName & { amount: number }): string {
  return `Was ${rupeesText(owed.amount)} paid to ${riderName(owed)}?`
}

/** `when` is a time, with its day. */
export const paidText = (when: string) => `Paid · ${when}`
/** Before the time of the cancellation, where the list has no headings. */
export const cancelledBeforeTime = `${compensations.cancelled} · `

// API responses.

export const compensationNotOwed = 'Nothing is owed for this ride.'
/** 'Ravi has paid this on Sat 28 Nov, 5:10 pm.' Another refund that is paid outside of the system says so, too. */
export const paidByAnother = (admin: string, when: string) => `${admin} has paid this on ${when}.`
