import type { Dispute } from '#contract/payments/disputes.ts'
import { IdText } from '#islands/admin/list/id-text.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import * as text from '#messages/admin/payments/disputes.ts'
import { refunds } from '#messages/admin/payments/refunds.ts'
import { momentText } from '#stores/admin/bookings/ride-text.ts'
import { DisputeBadge, DisputeProgress } from './dispute-text.tsx'
import { ride, rider } from './ride-columns.tsx'

const disputedAmount: Column<Dispute> = {
  cell: dispute => (
    <span className="grid gap-0.5 wrap-anywhere lg:min-w-24">
      <span className="numeric font-semibold">{text.amountText(dispute)}</span>
      <span>{text.phaseText(dispute.phase)}</span>
      {dispute.reason && <span className="caption">{text.reasonText(dispute.reason)}</span>}
    </span>
  ),
  heading: text.disputedHeading
}

const status: Column<Dispute> = {
  cell: dispute => <DisputeBadge status={dispute.status} />,
  heading: refunds.status,
  layout: 'side'
}

const progressColumn = (heading: string, sort: string): Column<Dispute> => ({
  cell: (dispute, now) => <DisputeProgress dispute={dispute} now={now} />,
  heading,
  sort
})

const ids: Column<Dispute> = {
  cell: ({ created_at, dispute_id, payment_id }, now) => (
    <span className="grid gap-1">
      <span className="caption numeric">
        <span className="stacked-only">{text.disputeBeforeTime}</span>
        {momentText(created_at, now)}
      </span>
      <IdText id={dispute_id} />
      <IdText id={payment_id} />
    </span>
  ),
  heading: text.disputeHeading,
  sort: 'created_at'
}

export const OPEN_COLUMNS: readonly Column<Dispute>[] = [
  rider,
  ride,
  disputedAmount,
  progressColumn(text.deadline, 'respond_by'),
  status,
  ids
]
export const DECIDED_COLUMNS: readonly Column<Dispute>[] = [
  rider,
  ride,
  disputedAmount,
  progressColumn(text.outcome, 'told_at'),
  status,
  ids
]
