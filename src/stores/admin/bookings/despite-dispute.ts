import type { ReadableAtom } from 'nanostores'
import type { DespiteDispute, DisputeAgainst } from '#contract/payments/disputes.ts'
import type { DisputeStatus } from '#domain/disputes.ts'

interface Disputable {
  dispute?: DisputeAgainst | null
}

/** A question about a row whose payment may be disputed (row-question.ts). */
export interface DisputableQuestion {
  $busy: ReadableAtom<boolean>
  $isDoubted: ReadableAtom<boolean>
  $row: ReadableAtom<Disputable | null>
  no: () => void
  yes: () => Promise<void>
}

/** What a call says of the dispute that was shown, where there is one: the server refuses when it is another by now. */
export function despite({ dispute }: Disputable): { despite_dispute?: DespiteDispute } {
  if (!dispute) return {}
  return { despite_dispute: { dispute_id: dispute.dispute_id, status: dispute.status as DisputeStatus } }
}
