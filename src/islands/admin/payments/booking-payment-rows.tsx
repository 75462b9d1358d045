import type { BookingPayments } from '#contract/bookings/admin-bookings.ts'
import { moneyText } from '#domain/catalogue/pricing.ts'
import { IdText } from '#islands/admin/list/id-text.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as lists from '#messages/admin/lists.ts'
import * as portalPayments from '#messages/admin/payments/booking-payments.ts'
import * as disputeText from '#messages/admin/payments/disputes.ts'
import { inIndianTime } from '#messages/labels.ts'
import { momentText } from '#stores/admin/bookings/ride-text.ts'
import { DisputeBadge, DisputeProgress } from './dispute-text.tsx'
import { RefundBadge, RefundReasons } from './refund-columns.tsx'

export type Attempt = BookingPayments['attempts'][number]

export function AttemptRow({ attempt }: { attempt: Attempt }) {
  const now = useRenderTime()
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric font-semibold">{portalPayments.attemptText(attempt)}</p>
      {attempt.reason && <p className="caption">{lists.inQuotes(attempt.reason)}</p>}
      {attempt.payment_id && <IdText id={attempt.payment_id} />}
      <p className="caption numeric">{inIndianTime(momentText(attempt.created_at, now))}</p>
    </li>
  )
}

export function RefundRow({ refund }: { refund: BookingPayments['refunds'][number] }) {
  const now = useRenderTime()
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric flex flex-wrap items-center justify-between gap-2 font-semibold">
        {moneyText(refund.amount, refund.currency)}
        <RefundBadge {...refund} />
      </p>
      <div className="text-[.9375rem]">
        <RefundReasons refund={refund} />
      </div>
      <IdText id={refund.refund_id ?? refund.payment_id} />
      <p className="caption numeric">{inIndianTime(momentText(refund.created_at, now))}</p>
    </li>
  )
}

export function DisputeRow({ dispute }: { dispute: BookingPayments['disputes'][number] }) {
  const now = useRenderTime()
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric flex flex-wrap items-center justify-between gap-2 font-semibold">
        {disputeText.amountText(dispute)}
        <DisputeBadge status={dispute.status} />
      </p>
      <p>{disputeText.phaseText(dispute.phase)}</p>
      {dispute.reason && <p className="caption">{disputeText.reasonText(dispute.reason)}</p>}
      <p>
        <DisputeProgress dispute={dispute} now={now} />
      </p>
      <IdText id={dispute.dispute_id} />
      <p className="caption numeric">{inIndianTime(momentText(dispute.created_at, now))}</p>
    </li>
  )
}
