import type { Dispute } from '#contract/payments/disputes.ts'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { noValue } from '#messages/admin/lists.ts'
import * as text from '#messages/admin/payments/disputes.ts'

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
