import type { BlockingDispute, BookingSummary, Dispute, RefundForAdmin } from '#contract/payments/refunds.ts'
import { PropertyText, RiderText, RideTimes } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { IconButton } from '#islands/ui/controls/button.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as listsText from '#messages/admin/lists.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import type { RowDialog } from '#stores/admin/list/row-dialogs.ts'
import { copyId, type Disputable } from '#stores/admin/payments/refunds.ts'

export const rider: Column<BookingSummary> = { cell: RiderText, heading: refundsText.list.rider, layout: 'main' }

export const ride: Column<BookingSummary> = {
  cell: (row, now) => (
    <span className="grid lg:min-w-48">
      <PropertyText location={listsText.atProperty(row.property_name)} name={row.scooter_name} />
      <span className="caption numeric">
        <RideTimes now={now} ride={row} />
      </span>
    </span>
  ),
  heading: refundsText.list.ride
}

/** The reason of a refund, and the notes added since. */
export function RefundReasons({ refund }: { refund: RefundForAdmin }) {
  const { dispute, note, reason, status } = refund
  return (
    <span className="grid gap-0.5">
      <span>{refundsText.refundReason(reason)}</span>
      {reason === 'mismatch' && <span className="numeric font-semibold">{refundsText.orderedAndPaid(refund)}</span>}
      {dispute && (
        <span className="font-semibold text-red-fg">{disputesText.disputeBesideRefund(status, dispute)}</span>
      )}
      {note && <span className="caption">{refundsText.refundNote({ ...refund, note })}</span>}
    </span>
  )
}

export function RefundBadge({ status }: RefundForAdmin) {
  return <StatusBadge label={refundsText.refundStatus(status)} status={status} />
}

type DisputeDetails = Pick<Dispute, 'amount' | 'amount_deducted' | 'currency' | 'phase' | 'respond_by' | 'status'>

export function DisputeBadge({ status }: Pick<Dispute, 'status'>) {
  return <StatusBadge label={disputesText.statusText(status)} status={status} />
}

/** The response deadline with its urgency, or the outcome. */
export function DisputeProgress({ dispute, now }: { dispute: DisputeDetails; now: Date }) {
  const [deadline, urgency] = [disputesText.deadlineText(dispute, now), disputesText.urgencyText(dispute, now)]
  const outcome = disputesText.outcomeText(dispute)
  return (
    <span className="numeric grid gap-0.5">
      {deadline && <span className={urgency ? 'font-semibold' : ''}>{deadline}</span>}
      {urgency && <span className="font-semibold text-red-fg">{urgency}</span>}
      {outcome && <span>{outcome}</span>}
      {!(deadline || outcome) && <span>{listsText.noValue}</span>}
    </span>
  )
}

interface DisputeDialogProps<Row> {
  confirmLabel: string
  confirmation: RowDialog<Row>
  /** The consequence of confirming, as a sentence. */
  consequence: (dispute: BlockingDispute) => string
  /** The button's label while the action runs. */
  busyLabel: string
  title: string
}

/** The second confirmation before a disputed payment is refunded: the bank's claim, and the effect of a refund. */
export function DisputeDialog<Row extends Disputable>({
  confirmLabel,
  confirmation,
  busyLabel,
  consequence,
  title
}: DisputeDialogProps<Row>) {
  const [row, needsSecondConfirmation, isBusy] = [
    useStore(confirmation.$row),
    useStore(confirmation.$needsSecondConfirmation),
    useStore(confirmation.$isBusy)
  ]
  const dispute = row?.dispute
  const now = useRenderTime()
  return (
    <ConfirmDialog
      busyLabel={busyLabel}
      confirmLabel={confirmLabel}
      isBusy={isBusy}
      isDestructive
      isSecondConfirmation
      cancelLabel={disputesText.goBack}
      onCancel={confirmation.cancel}
      onConfirm={() => void confirmation.confirm()}
      isOpen={needsSecondConfirmation && Boolean(dispute)}
      title={title}
    >
      {dispute && (
        <>
          <p className="justify-self-start">
            <DisputeBadge status={dispute.status} />
          </p>
          <p className="numeric">{disputesText.disputedText(dispute)}</p>
          <p className="font-semibold">
            <DisputeProgress dispute={dispute} now={now} />
          </p>
          <p className="numeric">{consequence(dispute)}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

export function BankReference({ reference }: { reference: string }) {
  return (
    <span className="grid">
      <span className="caption">{refundsText.list.bankReference}</span>
      <IdText id={reference} />
    </span>
  )
}

/** An id of the provider: a click selects all of it, the button copies it. */
export function IdText({ id }: { id: string }) {
  return (
    <span className="flex items-center gap-0.5">
      <span className="numeric min-w-0 text-[.8125rem] leading-tight wrap-anywhere select-all lg:min-w-36">{id}</span>
      <span className="-my-2.5 flex-none">
        <IconButton icon="copy" label={listsText.copyId(id)} onClick={() => void copyId(id)} />
      </span>
    </span>
  )
}
