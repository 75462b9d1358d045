import type { Dispute } from '#contract/payments/disputes.ts'
import { momentText, rideText } from '#islands/admin/bookings/ride-text.ts'
import { IdText } from '#islands/admin/list/id-text.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { RiderText } from '#islands/admin/list/rider-text.tsx'
import * as text from '#messages/disputes.ts'
import * as portal from '#messages/portal.ts'
import { DisputeStanding, DisputeStatus } from './dispute-text.tsx'

const { payments } = portal

const rider: Column<Dispute> = { cell: RiderText, head: payments.rider, place: 'main' }

const ride: Column<Dispute> = {
  cell: (dispute, now) => (
    <span className="grid lg:min-w-48">
      <PropertyText location={portal.at(dispute.property_name)} name={dispute.scooter_name} />
      <span className="cap num text-balance">{rideText(dispute, now)}</span>
    </span>
  ),
  head: payments.ride
}

const what: Column<Dispute> = {
  cell: dispute => (
    <span className="grid gap-0.5 wrap-anywhere">
      <span className="num font-semibold">{text.amountText(dispute)}</span>
      <span>{text.phaseText(dispute.phase)}</span>
      {dispute.reason && <span className="cap">{text.reasonText(dispute.reason)}</span>}
    </span>
  ),
  head: text.what
}

const status: Column<Dispute> = {
  cell: dispute => <DisputeStatus status={dispute.status} />,
  head: payments.status,
  place: 'side'
}

const standing = (head: string, sort: string): Column<Dispute> => ({
  cell: (dispute, now) => <DisputeStanding dispute={dispute} now={now} />,
  head,
  sort
})

const ids: Column<Dispute> = {
  cell: ({ created_at, dispute_id, payment_id }, now) => (
    <span className="grid gap-1">
      <span className="cap num">
        <span className="in-block">{`${text.told} · `}</span>
        {momentText(created_at, now)}
      </span>
      <IdText id={dispute_id} />
      <IdText id={payment_id} />
    </span>
  ),
  head: text.told,
  sort: 'created_at'
}

export const OPEN: readonly Column<Dispute>[] = [rider, ride, what, standing(text.deadline, 'respond_by'), status, ids]
export const DECIDED: readonly Column<Dispute>[] = [rider, ride, what, standing(text.outcome, 'told_at'), status, ids]
