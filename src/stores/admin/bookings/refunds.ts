import { atom, map, onMount } from 'nanostores'
import { askBeforeLeaving } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { closeRefund, type RefundForAdmin, sendRefund } from '#contract/payments/refunds.ts'
import * as text from '#messages/portal.ts'
import { reloadRefunds } from '#stores/admin/dashboard-lists.ts'
import { createRowQuestion, rowIn } from '#stores/admin/kit/row-question.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { misfits } from '#stores/kit/validation-issues.ts'
import { $session } from '#stores/session/session.ts'
import { despite } from './despite-dispute.ts'
import { reviews } from './refund-lists.ts'

// What an admin decides about money that waits for a person: it is sent again, or was given back in another way.

const isDisputed = ({ dispute }: RefundForAdmin) => Boolean(dispute)

const inReview = ({ payment_id }: RefundForAdmin) => rowIn(reviews, row => row.payment_id === payment_id)

export const sending = createRowQuestion<RefundForAdmin>({
  act: async refund => {
    const { amount, payment_id } = refund
    await call(sendRefund, { body: { amount, ...despite(refund) }, params: { payment_id } })
    return text.payments.sent
  },
  failed: text.payments.sendFailed,
  isDoubtful: isDisputed,
  lookUp: inReview,
  reload: reloadRefunds
})

/** What was typed about each payment, until it has arrived: closing the question by mistake loses nothing. */
const $notes = map<Record<string, string>>({})

function bodyOf(refund: RefundForAdmin) {
  const { amount, payment_id } = refund
  return { amount, ...despite(refund), note: ($notes.get()[payment_id] ?? '').trim() }
}

export const closing = createRowQuestion<RefundForAdmin>({
  act: async refund => {
    const { payment_id } = refund
    await call(closeRefund, { body: bodyOf(refund), params: { payment_id } })
    $notes.setKey(payment_id, '')
    return text.payments.closed
  },
  failed: text.payments.closeFailed,
  isDoubtful: isDisputed,
  // What was typed stays to be read where somebody else has decided meanwhile.
  lookUp: refund => inReview(refund) ?? refund,
  reload: reloadRefunds
})

export const $note = computed([closing.$row, $notes], (refund, notes) => (refund && notes[refund.payment_id]) ?? '')

/** Said beside the field alone: on a phone, a toast would lie over it. */
export const $noteError = atom<string | null>(null)
/** Counts the refusals, so that the form can lead to the field after each. */
export const $noteRefusals = atom(0)

onMount(closing.$row, () => askBeforeLeaving(() => $note.get().trim() !== '' && $session.get() !== null))

export function askToClose(refund: RefundForAdmin): void {
  $noteError.set(null)
  closing.ask(refund)
}

export function typeNote(typed: string): void {
  const refund = closing.$row.get()
  if (refund) $notes.setKey(refund.payment_id, typed)
  $noteError.set(null)
}

export async function closeNow(): Promise<void> {
  const refund = closing.$row.get()
  if (refund === null) return
  const [misfit] = misfits(closeRefund.body, bodyOf(refund))
  if (!misfit) return closing.yes()
  $noteError.set(misfit[1])
  $noteRefusals.set($noteRefusals.get() + 1)
}
