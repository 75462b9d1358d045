import type { BlockingDispute, Dispute } from '#contract/payments/disputes.ts'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { noValue } from '#messages/admin/lists.ts'
import * as text from '#messages/admin/payments/disputes.ts'
import type { DisputeConfirmation } from '#stores/admin/payments/refunds.ts'

type DisputeDetails = Pick<Dispute, 'amount' | 'amount_deducted' | 'currency' | 'phase' | 'respond_by' | 'status'>

export function DisputeBadge({ status }: Pick<Dispute, 'status'>) {
  return <StatusBadge label={text.statusText(status)} status={status} />
}

/** The response deadline with its urgency, or the outcome. */
export function DisputeProgress({ dispute, now }: { dispute: DisputeDetails; now: Date }) {
  const [deadline, urgency] = [text.deadlineText(dispute, now), text.urgencyText(dispute, now)]
  const outcome = text.outcomeText(dispute)
  return (
    <span className="numeric grid gap-0.5">
      {deadline && <span className={urgency ? 'font-semibold' : ''}>{deadline}</span>}
      {urgency && <span className="font-semibold text-red-fg">{urgency}</span>}
      {outcome && <span>{outcome}</span>}
      {!(deadline || outcome) && <span>{noValue}</span>}
    </span>
  )
}

interface DisputeDialogProps {
  confirmLabel: string
  confirmation: DisputeConfirmation
  /** The consequence of confirming, as a sentence. */
  consequence: (dispute: BlockingDispute) => string
  /** The button's label while the action runs. */
  busyLabel: string
  title: string
}

/** The second confirmation before a disputed payment is refunded: the bank's claim, and the effect of a refund. */
export function DisputeDialog({ confirmLabel, confirmation, busyLabel, consequence, title }: DisputeDialogProps) {
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
      cancelLabel={text.goBack}
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
          <p className="numeric">{text.disputedText(dispute)}</p>
          <p className="font-semibold">
            <DisputeProgress dispute={dispute} now={now} />
          </p>
          <p className="numeric">{consequence(dispute)}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
