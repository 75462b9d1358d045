// The rows that tests read from the database, with the columns as SQLite has them: times in Unix seconds, true as 1.

export interface StoredBooking {
  amount: number
  booked_end_at: number | null
  cancel_reason: string | null
  claimed_from: number | null
  cancelled_by: string | null
  checks: number
  created_at: number
  end_at: number
  held_from: string | null
  held_since: number | null
  hold_until: number | null
  id: string
  kind: 'extension' | 'ride'
  next_check_at: number | null
  order_id: string | null
  paid_at: number | null
  payment_id: string | null
  pin_seen_at: number | null
  refund_percent: number | null
  return_photo_id: string | null
  returned_at: number | null
  revision: number
  ride_id: string | null
  scooter_id: string
  settling: number
  start_at: number
  state: string
  user_id: string
}

export interface StoredRefund {
  attempts: number
  bank_reference: string | null
  booking_id: string
  id: string
  lease_until: number | null
  note: string | null
  paise: number
  payment_id: string
  reason: string
  refund_id: string | null
  status: string
}
