import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as lists from '#messages/admin/lists.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import { RefundReasons } from './refund-columns.tsx'

export function RefundSummary({ refund }: { refund: RefundForAdmin }) {
  const now = useRenderTime()
  return (
    <>
      <p className="font-semibold wrap-anywhere">{lists.scooterAt(refund.scooter_name, refund.property_name)}</p>
      <p className="numeric">{rideText(refund, now)}</p>
      <div className="muted wrap-anywhere">
        <RefundReasons refund={refund} />
      </div>
    </>
  )
}
