import { onMount, type ReadableAtom } from 'nanostores'
import { copyText } from '#client/device/export.ts'
import { call } from '#client/http/api.ts'
import {
  type BlockingDispute,
  closeRefund,
  type DisputeOverrideFields,
  type RefundForAdmin,
  sendRefund
} from '#contract/payments/refunds.ts'
import type { DisputeStatus } from '#domain/payments/statuses.ts'
import * as text from '#messages/admin/payments/refunds.ts'
import { reloadAfter, reviews } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, createRowFields, findRow } from '#stores/admin/row-actions.ts'
import { toast } from '#stores/app/toasts.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'

interface Disputable {
  dispute?: BlockingDispute | null
}

/** A confirmation dialog for a row whose payment may be disputed (stores/admin/row-actions.ts). */
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

/** Copies an id of the provider, so that the admin can look it up in the provider's dashboard. */
export async function copyId(id: string): Promise<void> {
  const isCopied = await copyText(id)
  if (isCopied) toast('success', text.refunds.copied)
  else toast('info', text.refunds.copyByHand)
}

// Actions on a refund under review: send it again, or record that it was refunded in another way.

const isDisputed = ({ dispute }: RefundForAdmin) => Boolean(dispute)

const findReview = ({ id }: RefundForAdmin) => findRow(reviews, row => row.id === id)

const STALE_ROW_REFUSALS = ['amount_changed', 'payment_disputed', 'refund_not_open'] as const

export const sendRefundDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { amount, id } = refund
    await call(sendRefund, { body: { amount, ...disputeOverrideFor(refund) }, params: { id } })
    return text.refundProgress.queued
  },
  failureMessage: text.refundProgress.failed,
  staleRowRefusals: STALE_ROW_REFUSALS,
  requiresSecondConfirmation: isDisputed,
  findCurrentRow: findReview,
  reload: () => reloadAfter('refunds')
})

function closeRefundBody(refund: RefundForAdmin) {
  return { amount: refund.amount, ...disputeOverrideFor(refund), note: closeRefundFields.$fields.get().note.trim() }
}

export const closeRefundDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { id } = refund
    await call(closeRefund, { body: closeRefundBody(refund), params: { id } })
    closeRefundFields.clear(id)
    return text.refunds.markedRefunded
  },
  failureMessage: text.refunds.markRefundedFailed,
  staleRowRefusals: STALE_ROW_REFUSALS,
  requiresSecondConfirmation: isDisputed,
  // If another admin has decided meanwhile, keep the row so that the typed note stays readable.
  findCurrentRow: refund => findReview(refund) ?? refund,
  reload: () => reloadAfter('refunds')
})

const $refundToClose = computed(closeRefundDialog.$row, refund => refund?.id ?? null)
export const closeRefundFields = createRowFields($refundToClose, ['note'])

onMount(closeRefundDialog.$row, () => confirmUnsaved(closeRefundFields.isTyped))

export function openCloseRefundDialog(refund: RefundForAdmin): void {
  closeRefundFields.clearErrors()
  closeRefundDialog.open(refund)
}

export async function confirmCloseRefund(): Promise<void> {
  const refund = closeRefundDialog.$row.get()
  if (refund === null) return
  if (!closeRefundFields.showIssues(closeRefund.body, closeRefundBody(refund))) await closeRefundDialog.confirm()
}
