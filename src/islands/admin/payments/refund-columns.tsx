import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { moneyText } from '#domain/catalogue/pricing.ts'
import { IdText } from '#islands/admin/list/id-text.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { disputeBesideRefund } from '#messages/admin/payments/disputes.ts'
import {
  orderedAndPaid,
  refundBeforeTime,
  refundNote,
  refundReason,
  refundStatus,
  refunds as text
} from '#messages/admin/payments/refunds.ts'
import { momentText } from '#stores/admin/bookings/ride-text.ts'
import { ride, rider } from './ride-columns.tsx'

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
