import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { moneyText } from '#domain/pricing.ts'
import { momentText, rideText } from '#islands/admin/bookings/ride-text.ts'
import { IdText } from '#islands/admin/list/id-text.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { RiderText } from '#islands/admin/list/rider-text.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { besideRefund } from '#messages/disputes.ts'
import * as portal from '#messages/portal.ts'
import { payments as text } from '#messages/portal.ts'

/** Why money goes back, and what was said of it since. */
export function RefundReasons({ refund }: { refund: RefundForAdmin }) {
  const { dispute, note, reason, status } = refund
  return (
    <span className="grid gap-0.5">
      <span>{portal.refundReason(reason)}</span>
      {reason === 'mismatch' && <span className="num font-semibold">{portal.orderedAndCame(refund)}</span>}
      {dispute && <span className="font-semibold text-red-fg">{besideRefund(status, dispute)}</span>}
      {note && <span className="cap">{portal.quoted(note)}</span>}
    </span>
  )
}

export function RefundStatus({ status }: RefundForAdmin) {
  return <StatusBadge label={portal.refundStatus(status)} status={status} />
}

const rider: Column<RefundForAdmin> = {
  cell: RiderText,
  head: text.rider,
  place: 'main'
}

const ride: Column<RefundForAdmin> = {
  cell: (refund, now) => (
    <span className="grid lg:min-w-48">
      <PropertyText location={portal.at(refund.property_name)} name={refund.scooter_name} />
      <span className="cap num text-balance">{rideText(refund, now)}</span>
    </span>
  ),
  head: text.ride
}

const amount: Column<RefundForAdmin> = {
  cell: ({ amount, currency }) => (
    <span className="num font-semibold whitespace-nowrap">{moneyText(amount, currency)}</span>
  ),
  head: text.amount
}

const why: Column<RefundForAdmin> = { cell: refund => <RefundReasons refund={refund} />, head: text.why }

const status: Column<RefundForAdmin> = {
  cell: refund => <RefundStatus {...refund} />,
  head: text.status,
  place: 'side'
}

const ids: Column<RefundForAdmin> = {
  cell: ({ created_at, payment_id, refund_id }, now) => (
    <span className="grid gap-1">
      <span className="cap num">
        <span className="in-block">{`${text.refund} · `}</span>
        {momentText(created_at, now)}
      </span>
      <IdText id={payment_id} />
      {refund_id && <IdText id={refund_id} />}
    </span>
  ),
  head: text.payment,
  sort: 'created_at'
}

export const REFUNDS: readonly Column<RefundForAdmin>[] = [rider, ride, amount, why, status, ids]
/** Where they stand is said above them all. */
export const REVIEWS: readonly Column<RefundForAdmin>[] = [rider, ride, { ...amount, place: 'side' }, why, ids]
