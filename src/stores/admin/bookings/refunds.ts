import { atom, map, onMount } from 'nanostores'
import { confirmBeforeUnload } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { closeRefund, type RefundForAdmin, sendRefund } from '#contract/payments/refunds.ts'
import * as text from '#messages/portal.ts'
import { reloadRefunds } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-question.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { validationIssues } from '#stores/kit/validation-issues.ts'
import { $session } from '#stores/session/session.ts'
import { disputeAcknowledgement } from './despite-dispute.ts'
import { reviews } from './refund-lists.ts'

// What an admin decides about money that waits for a person: it is sent again, or was given back in another way.

const isDisputed = ({ dispute }: RefundForAdmin) => Boolean(dispute)

const findReview = ({ payment_id }: RefundForAdmin) => findRow(reviews, row => row.payment_id === payment_id)

export const sendDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { amount, payment_id } = refund
    await call(sendRefund, { body: { amount, ...disputeAcknowledgement(refund) }, params: { payment_id } })
    return text.payments.sent
  },
  failureMessage: text.payments.sendFailed,
  requiresSecondConfirmation: isDisputed,
  findCurrentRow: findReview,
  reload: reloadRefunds
})

/** What was typed about each payment, until it has arrived: closing the question by mistake loses nothing. */
const $notes = map<Record<string, string>>({})

function bodyOf(refund: RefundForAdmin) {
  const { amount, payment_id } = refund
  return { amount, ...disputeAcknowledgement(refund), note: ($notes.get()[payment_id] ?? '').trim() }
}

export const closeDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { payment_id } = refund
    await call(closeRefund, { body: bodyOf(refund), params: { payment_id } })
    $notes.setKey(payment_id, '')
    return text.payments.closed
  },
  failureMessage: text.payments.closeFailed,
  requiresSecondConfirmation: isDisputed,
  // What was typed stays to be read where somebody else has decided meanwhile.
  findCurrentRow: refund => findReview(refund) ?? refund,
  reload: reloadRefunds
})

export const $note = computed([closeDialog.$row, $notes], (refund, notes) => (refund && notes[refund.payment_id]) ?? '')

/** Said beside the field alone: on a phone, a toast would lie over it. */
export const $noteError = atom<string | null>(null)
/** Counts the refusals, so that the form can lead to the field after each. */
export const $noteErrorCount = atom(0)

onMount(closeDialog.$row, () => confirmBeforeUnload(() => $note.get().trim() !== '' && $session.get() !== null))

export function openCloseDialog(refund: RefundForAdmin): void {
  $noteError.set(null)
  closeDialog.open(refund)
}

export function setNote(typed: string): void {
  const refund = closeDialog.$row.get()
  if (refund) $notes.setKey(refund.payment_id, typed)
  $noteError.set(null)
}

export async function confirmClose(): Promise<void> {
  const refund = closeDialog.$row.get()
  if (refund === null) return
  const [issue] = validationIssues(closeRefund.body, bodyOf(refund))
  if (!issue) return closeDialog.confirm()
  $noteError.set(issue[1])
  $noteErrorCount.set($noteErrorCount.get() + 1)
}
