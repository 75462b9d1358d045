import type { DisputeAgainst } from '#contract/payments/disputes.ts'
import { Question } from '#islands/ui/feedback/question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/disputes.ts'
import type { DisputableQuestion } from '#stores/admin/bookings/despite-dispute.ts'
import { DisputeStanding, DisputeStatus } from './dispute-text.tsx'

interface DisputeQuestionProps {
  action: string
  asked: DisputableQuestion
  /** What comes of a yes. */
  consequence: (dispute: DisputeAgainst) => string
  /** What the button says while it is done. */
  busy_action: string
  title: string
}

/** The second question, where the payment that goes back is disputed: what the bank says, and what a refund would do. */
export function DisputeQuestion({ action, asked, busy_action, consequence, title }: DisputeQuestionProps) {
  const [row, isDoubted, busy] = [useStore(asked.$row), useStore(asked.$isDoubted), useStore(asked.$busy)]
  const dispute = row?.dispute
  return (
    <Question
      action={busy ? busy_action : action}
      busy={busy}
      danger
      isSecond
      no={text.leave}
      onNo={asked.no}
      onYes={() => void asked.yes()}
      open={isDoubted && Boolean(dispute)}
      title={title}
    >
      {dispute && (
        <>
          <p className="justify-self-start">
            <DisputeStatus status={dispute.status} />
          </p>
          <p className="num">{text.disputes(dispute)}</p>
          <p className="font-semibold">
            <DisputeStanding dispute={dispute} />
          </p>
          <p className="num">{consequence(dispute)}</p>
        </>
      )}
    </Question>
  )
}
