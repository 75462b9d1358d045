import type { ReadableAtom } from 'nanostores'
import type { BlockingDispute, DisputeOverrideFields } from '#contract/payments/disputes.ts'
import type { DisputeStatus } from '#domain/payments/disputes.ts'

interface Disputable {
  dispute?: BlockingDispute | null
}

/** A confirmation dialog for a row whose payment may be disputed (stores/admin/kit/row-dialog.ts). */
export interface DisputeConfirmation {
  $isBusy: ReadableAtom<boolean>
  $needsSecondConfirmation: ReadableAtom<boolean>
  $row: ReadableAtom<Disputable | null>
  cancel: () => void
  confirm: () => Promise<void>
}

/** The dispute that the admin saw, if any. The server rejects the request if the dispute has changed since. */
export function disputeOverrideFor({ dispute }: Disputable): { despite_dispute?: DisputeOverrideFields } {
  if (!dispute) return {}
  return { despite_dispute: { dispute_id: dispute.dispute_id, status: dispute.status as DisputeStatus } }
}
