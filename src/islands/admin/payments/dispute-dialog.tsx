import type { BlockingDispute } from '#contract/payments/disputes.ts'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/admin/payments/disputes.ts'
import type { DisputeConfirmation } from '#stores/admin/payments/refunds.ts'
import { DisputeBadge, DisputeProgress } from './dispute-text.tsx'

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
