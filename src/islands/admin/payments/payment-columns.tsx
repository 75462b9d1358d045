import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { moneyText } from '#domain/catalogue/pricing.ts'
import { IdText, PropertyText, RiderText } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { atProperty } from '#messages/admin/lists.ts'
import { disputeBesideRefund } from '#messages/admin/payments/disputes.ts'
import {
  orderedAndPaid,
  refundBeforeTime,
  refundNote,
  refundReason,
  refundStatus,
  refunds as text
} from '#messages/admin/payments/refunds.ts'
import { momentText, rideText } from '#stores/admin/bookings/ride-text.ts'

/** The fields of a refund and of a dispute that name the rider and the ride. */
interface RowWithRide {
  end_time: string
  property_name: string
  scooter_name: string
  start_time: string
  user_email: string
  user_name: string
}

export const rider: Column<RowWithRide> = { cell: RiderText, heading: text.rider, layout: 'main' }

export const ride: Column<RowWithRide> = {
  cell: (row, now) => (
    <span className="grid lg:min-w-48">
      <PropertyText location={atProperty(row.property_name)} name={row.scooter_name} />
      <span className="caption numeric text-balance">{rideText(row, now)}</span>
    </span>
  ),
  heading: text.ride
}

/** The reason of a refund, and the notes added since. */
export function RefundReasons({ refund }: { refund: RefundForAdmin }) {
  const { dispute, note, reason, status } = refund
  return (
    <span className="grid gap-0.5">
      <span>{refundReason(reason)}</span>
      {reason === 'mismatch' && <span className="numeric font-semibold">{orderedAndPaid(refund)}</span>}
      {dispute && <span className="font-semibold text-red-fg">{disputeBesideRefund(status, dispute)}</span>}
      {note && <span className="caption">{refundNote({ ...refund, note })}</span>}
    </span>
  )
}

export function RefundBadge({ status }: RefundForAdmin) {
  return <StatusBadge label={refundStatus(status)} status={status} />
}

const amount: Column<RefundForAdmin> = {
  cell: ({ amount, currency }) => (
    <span className="numeric font-semibold whitespace-nowrap">{moneyText(amount, currency)}</span>
  ),
  heading: text.amount
}

const reasonColumn: Column<RefundForAdmin> = { cell: refund => <RefundReasons refund={refund} />, heading: text.reason }

const status: Column<RefundForAdmin> = {
  cell: refund => <RefundBadge {...refund} />,
  heading: text.status,
  layout: 'side'
}

const ids: Column<RefundForAdmin> = {
  cell: ({ created_at, payment_id, refund_id }, now) => (
    <span className="grid gap-1">
      <span className="caption numeric">
        <span className="stacked-only">{refundBeforeTime}</span>
        {momentText(created_at, now)}
      </span>
      <IdText id={payment_id} />
      {refund_id && <IdText id={refund_id} />}
    </span>
  ),
  heading: text.payment,
  sort: 'created_at'
}

export const REFUND_COLUMNS: readonly Column<RefundForAdmin>[] = [rider, ride, amount, reasonColumn, status, ids]
/** Has no status column, because the list's heading already states the status. */
export const REVIEW_COLUMNS: readonly Column<RefundForAdmin>[] = [
  rider,
  ride,
  { ...amount, layout: 'side' },
  reasonColumn,
  ids
]
