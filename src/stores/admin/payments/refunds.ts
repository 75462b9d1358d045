import { call, callPage } from '#client/http/api.ts'
import { payCompensation } from '#contract/bookings/booking-payments.ts'
import * as contract from '#contract/payments/refunds.ts'
import { DECIDED_DISPUTES, OPEN_DISPUTES, REFUNDS_IN_REVIEW } from '#domain/admin/screens.ts'
import { type DisputeStatus, isUnanswered } from '#domain/payments.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { createNoteDialog, createRowDialog, findRow } from '#stores/admin/list/row-dialogs.ts'
import { copyAndTell } from '#stores/app/toasts.ts'

const shows = ['payments', 'riders'] as const

export const refunds = createListStore({
  name: 'refunds',
  shows,
  fetchPage: query => callPage(contract.listRefunds, query)
})
/** Refunds that need a decision by an admin. */
export const refundReviews = createListStore({
  name: 'refundReviews',
  shows,
  fetchPage: query => callPage(contract.listRefunds, { ...query, ...REFUNDS_IN_REVIEW }),
  isToDo: () => true
})
/** What riders are owed for rides that were cancelled late. */
export const compensations = createListStore({
  name: 'compensations',
  shows,
  fetchPage: query => callPage(contract.listCompensations, query)
})
export const openDisputes = createListStore({
  name: 'openDisputes',
  shows,
  fetchPage: query => callPage(contract.listDisputes, { ...OPEN_DISPUTES, ...query }),
  isToDo: ({ status }) => isUnanswered(status)
})
export const decidedDisputes = createListStore({
  name: 'decidedDisputes',
  shows,
  fetchPage: query => callPage(contract.listDisputes, { ...DECIDED_DISPUTES, ...query })
})

/** A row whose payment may be disputed. */
export interface Disputable {
  dispute?: contract.BlockingDispute | null
}

/** The dispute that the admin saw, if any. The server rejects the request if the dispute has changed since. */
export function disputeOverrideFor({ dispute }: Disputable): { despite_dispute?: contract.DisputeOverrideFields } {
  if (!dispute) return {}
  return { despite_dispute: { dispute_id: dispute.dispute_id, status: dispute.status as DisputeStatus } }
}

/** Copies an id of the provider, so that the admin can look it up in the provider's dashboard. */
export const copyId = (id: string): Promise<void> => copyAndTell(id, refundsText.list)

// Actions on a refund under review: send it again, or record that it was refunded in another way.

const isDisputed = ({ dispute }: contract.RefundForAdmin) => Boolean(dispute)

const findReview = ({ id }: contract.RefundForAdmin) => findRow(refundReviews, row => row.id === id)

export const sendRefundDialog = createRowDialog<contract.RefundForAdmin>({
  perform: async refund => {
    const { amount, id } = refund
    await call(contract.sendRefund, { body: { amount, ...disputeOverrideFor(refund) }, params: { id } })
    return refundsText.refundProgress.queued
  },
  failureMessage: refundsText.refundProgress.failed,
  requiresSecondConfirmation: isDisputed,
  findCurrentRow: findReview,
  reload: () => reloadAfter('payments')
})

export const closeRefundDialog = createNoteDialog({
  name: 'note',
  schema: contract.closeRefund.body,
  toBody: (refund: contract.RefundForAdmin, note) => ({ amount: refund.amount, ...disputeOverrideFor(refund), note }),
  perform: async ({ id }, body) => {
    await call(contract.closeRefund, { body, params: { id } })
    return refundsText.list.markedRefunded
  },
  failureMessage: refundsText.list.markRefundedFailed,
  requiresSecondConfirmation: isDisputed,
  // If another admin has decided meanwhile, keep the row so that the typed note stays readable.
  findCurrentRow: refund => findReview(refund) ?? refund,
  reload: () => reloadAfter('payments')
})

/** An owner notes how a rider was paid what is owed. */
export const payDialog = createNoteDialog({
  name: 'note',
  schema: payCompensation.body,
  toBody: ({ amount }: contract.Compensation, note) => ({ amount, note }),
  perform: async ({ id }, body) => {
    await call(payCompensation, { body, params: { id } })
    return refundsText.compensations.markedPaid
  },
  failureMessage: refundsText.compensations.failed,
  // As above, the typed note stays readable.
  findCurrentRow: row => row,
  reload: () => reloadAfter('payments')
})
