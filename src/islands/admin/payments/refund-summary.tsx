import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { rideText } from '#islands/admin/bookings/ride-text.ts'
import * as lists from '#messages/admin/lists.ts'
import { RefundReasons } from './refund-columns.tsx'

export function RefundSummary({ refund }: { refund: RefundForAdmin }) {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{lists.scooterAt(refund.scooter_name, refund.property_name)}</p>
      <p className="numeric">{rideText(refund)}</p>
      <div className="muted wrap-anywhere">
        <RefundReasons refund={refund} />
      </div>
    </>
  )
}
