import { onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import { closeRefund, type RefundForAdmin, sendRefund } from '#contract/payments/refunds.ts'
import { refundProgress } from '#messages/admin/payments/refund-progress.ts'
import * as text from '#messages/admin/payments/refunds.ts'
import { reloadAfter, reviews } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-dialog.ts'
import { createRowFields } from '#stores/admin/kit/row-fields.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'
import { disputeOverrideFor } from './dispute-override.ts'

// Actions on a refund under review: send it again, or record that it was refunded in another way.

const isDisputed = ({ dispute }: RefundForAdmin) => Boolean(dispute)

const findReview = ({ id }: RefundForAdmin) => findRow(reviews, row => row.id === id)

const STALE_ROW_REFUSALS = ['amount_changed', 'payment_disputed', 'refund_not_open'] as const

export const sendRefundDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { amount, id } = refund
    await call(sendRefund, { body: { amount, ...disputeOverrideFor(refund) }, params: { id } })
    return refundProgress.queued
  },
  failureMessage: refundProgress.failed,
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
