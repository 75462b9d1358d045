import { confirmPayment } from '#contract/payments/orders.ts'
import { dayAndTimeText } from '#domain/time/time-texts.ts'
import { dateFrom } from '#server/db/sql.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { holdScooter, paidAtBank, paymentProof } from '#tests/server/payments/sample-bookings.ts'

// What admins do with payments and refunds.

/** A payment in another amount than the order's, which waits for an admin. */
export async function inReview(paise = 4000) {
  const stay = await holdScooter()
  const receipt = paidAtBank(stay, { amount: paise })
  await stay.rider.refusal(confirmPayment, paymentProof(stay, receipt))
  return { ...stay, payment_id: receipt.razorpay_payment_id }
}

export const cancelling = ({ id }: { id: string }, amount: number) => ({ body: { amount }, params: { id } })

export const activityOf = (subject: string) =>
  sql('SELECT admin_id, action, detail FROM audits WHERE subject = ? ORDER BY created_at', subject)

/** The refusal of what an admin did that another has done, at the time that the activity log has. */
export async function doneBefore(by: { id: string }, action: string, says: (admin: string, when: string) => string) {
  const [entry] = await sql<{ at: number; name: string }>(
    'SELECT a.created_at AS at, d.name FROM audits a JOIN admins d ON d.id = a.admin_id WHERE d.id = ? AND a.action = ? ORDER BY a.rowid DESC',
    by.id,
    action
  )
  return { detail: says(entry?.name ?? '', dayAndTimeText(dateFrom(entry?.at ?? 0), new Date())), status: 409 }
}
