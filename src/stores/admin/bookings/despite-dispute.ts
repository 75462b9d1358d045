import type { ReadableAtom } from 'nanostores'
import type { BlockingDispute, DisputeOverrideInput } from '#contract/payments/disputes.ts'
import type { DisputeStatus } from '#domain/disputes.ts'

interface Disputable {
  dispute?: BlockingDispute | null
}

/** A question about a row whose payment may be disputed (row-question.ts). */
export interface DisputeConfirmation {
  $busy: ReadableAtom<boolean>
  $needsSecondConfirmation: ReadableAtom<boolean>
  $row: ReadableAtom<Disputable | null>
  cancel: () => void
  confirm: () => Promise<void>
}

/** What a call says of the dispute that was shown, where there is one: the server refuses when it is another by now. */
export function disputeAcknowledgement({ dispute }: Disputable): { despite_dispute?: DisputeOverrideInput } {
  if (!dispute) return {}
  return { despite_dispute: { dispute_id: dispute.dispute_id, status: dispute.status as DisputeStatus } }
}
