import type { Dispute } from '#contract/payments/disputes.ts'
import { IdText } from '#islands/admin/list/id-text.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { RiderText } from '#islands/admin/list/rider-text.tsx'
import { atProperty } from '#messages/admin/lists.ts'
import * as text from '#messages/admin/payments/disputes.ts'
import { refunds } from '#messages/admin/payments/refunds.ts'
import { momentText, rideText } from '#stores/admin/bookings/ride-text.ts'
import { DisputeBadge, DisputeProgress } from './dispute-text.tsx'

const rider: Column<Dispute> = { cell: RiderText, heading: refunds.rider, layout: 'main' }

const ride: Column<Dispute> = {
  cell: (dispute, now) => (
    <span className="grid lg:min-w-48">
      <PropertyText location={atProperty(dispute.property_name)} name={dispute.scooter_name} />
      <span className="caption numeric text-balance">{rideText(dispute, now)}</span>
    </span>
  ),
  heading: refunds.ride
}

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
