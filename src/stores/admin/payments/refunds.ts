import { atom, map, onMount } from 'nanostores'
import { confirmBeforeUnload } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { closeRefund, type RefundForAdmin, sendRefund } from '#contract/payments/refunds.ts'
import * as text from '#messages/admin/payments/refunds.ts'
import { reloadRefunds } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-dialog.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { validationIssues } from '#stores/kit/validation-issues.ts'
import { $session } from '#stores/session/session.ts'
import { disputeOverride } from './dispute-override.ts'
import { reviews } from './refund-lists.ts'

// Actions on a refund under review: send it again, or record that it was refunded in another way.

const isDisputed = ({ dispute }: RefundForAdmin) => Boolean(dispute)

const findReview = ({ id }: RefundForAdmin) => findRow(reviews, row => row.id === id)

const STALE_ROW_REFUSALS = ['amount_changed', 'payment_disputed', 'refund_not_open'] as const

export const sendDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { amount, id } = refund
    await call(sendRefund, { body: { amount, ...disputeOverride(refund) }, params: { id } })
    return text.refunds.sent
  },
  failureMessage: text.refunds.sendFailed,
  staleRowRefusals: STALE_ROW_REFUSALS,
  requiresSecondConfirmation: isDisputed,
  findCurrentRow: findReview,
  reload: reloadRefunds
})

/** Typed notes by payment id. A note is kept until it is saved, so closing the dialog by mistake loses nothing. */
const $notes = map<Record<string, string>>({})

function bodyOf(refund: RefundForAdmin) {
  const { amount, id } = refund
  return { amount, ...disputeOverride(refund), note: ($notes.get()[id] ?? '').trim() }
}

export const closeDialog = createRowDialog<RefundForAdmin>({
  perform: async refund => {
    const { id } = refund
    await call(closeRefund, { body: bodyOf(refund), params: { id } })
    $notes.setKey(id, '')
    return text.refunds.closed
  },
  failureMessage: text.refunds.closeFailed,
  staleRowRefusals: STALE_ROW_REFUSALS,
  requiresSecondConfirmation: isDisputed,
  // If another admin has decided meanwhile, keep the row so that the typed note stays readable.
  findCurrentRow: refund => findReview(refund) ?? refund,
  reload: reloadRefunds
})

export const $note = computed([closeDialog.$row, $notes], (refund, notes) => (refund && notes[refund.id]) ?? '')

/** Shown only beside the field: on a phone, a toast would cover it. */
export const $noteError = atom<string | null>(null)
/** Counts the validation failures, so that the form can focus the field after each. */
export const $noteErrorCount = atom(0)

onMount(closeDialog.$row, () => confirmBeforeUnload(() => $note.get().trim() !== '' && $session.get() !== null))

export function openCloseDialog(refund: RefundForAdmin): void {
  $noteError.set(null)
  closeDialog.open(refund)
}

export function setNote(typed: string): void {
  const refund = closeDialog.$row.get()
  if (refund) $notes.setKey(refund.id, typed)
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
