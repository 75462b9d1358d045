import { rupeesOf } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments/desk.ts'
import * as deskText from '#messages/admin/desk.ts'
import { runIdempotent } from '#server/db/client.ts'
import { isMine } from '#server/http/list-query.ts'
import { isDeskPayment } from '#server/slots/desk-sql.ts'

// Refunds of money that was paid at the desk. They are paid back there, and never sent to the provider.

const REVIEW = `
UPDATE refunds SET status = 'review', note = :note WHERE status = 'due' AND ${isDeskPayment('payment_id')}`

/** Before due refunds are sent: these wait for the desk. */
export const reviewDeskRefunds = () => runIdempotent([REVIEW], { note: deskText.payBackNote })

/** SQL: those that wait, the oldest first. Parameters: :isManager and :mine. A limit can follow. */
export const SELECT_DESK_BACKS = `
SELECT r.id, r.booking_id, r.payment_id, r.paise, u.name AS rider_name, b.property_name
  FROM refunds r JOIN bookings b ON b.id = r.booking_id JOIN users u ON u.id = b.user_id
 WHERE :isManager AND r.status IN ('due', 'review') AND ${isDeskPayment('r.payment_id')} AND ${isMine('b.property_id')}
 ORDER BY r.created_at`

export interface DeskBackRow {
  booking_id: string
  id: string
  paise: number
  payment_id: string
  property_name: string
  rider_name: string
}

export const toDeskBack = ({ booking_id, id, paise, payment_id, property_name, rider_name }: DeskBackRow) => ({
  amount: rupeesOf(paise),
  booking_id,
  id,
  pay: deskMethodOf(payment_id) ?? 'cash',
  property_name,
  rider_name
})
