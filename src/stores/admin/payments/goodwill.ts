import { atom, map, onMount } from 'nanostores'
import { confirmBeforeUnload } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { type BookingForAdmin, refundBooking } from '#contract/bookings/admin-bookings.ts'
import { parseWholeNumber } from '#domain/parse-whole-number.ts'
import { goodwill as text } from '#messages/admin/payments/booking-payments.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { validationIssues } from '#stores/kit/validation-issues.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { $session } from '#stores/session/session.ts'
import { $paymentDetails, $selectedBooking } from './booking-payments.ts'

// An admin refunds a part of a booking's payment, and says why. The booking stays.

interface GoodwillFields {
  amount: string
  reason: string
}

const EMPTY: GoodwillFields = { amount: '', reason: '' }

/** Id of the booking whose form is open; null while it is closed. */
export const $goodwillBookingId = atom<string | null>(null)
export const $fields = map<GoodwillFields>(EMPTY)
export const $errors = map<Partial<Record<keyof GoodwillFields, string>>>({})
/** Counts the validation failures, so that the form can focus a field after each. */
export const $errorCount = atom(0)
export const $isRefunding = atom(false)

/** Makes a repeated request safe. A changed amount or reason is another refund, with another id. */
let refundId: string | null = null
/** The booking that the typed fields are for. */
let typedFor: string | null = null

function clear(): void {
  $fields.set(EMPTY)
  refundId = null
}

/** What of the payment can still be refunded, in rupees. */
export function leftToRefund({ amount, dispute, payment_status, refunded }: BookingForAdmin): number {
  const isPaid = payment_status === 'Completed' || (payment_status === 'Cancelled' && refunded !== null)
  return isPaid && !dispute ? (amount ?? 0) - (refunded ?? 0) : 0
}

const isTyped = () => Object.values($fields.get()).some(typed => typed.trim() !== '')

onMount($goodwillBookingId, () =>
  confirmBeforeUnload(() => $goodwillBookingId.get() !== null && isTyped() && $session.get() !== null)
)

/** A form that was closed by mistake keeps what was typed for the same booking. */
export function openGoodwill({ id }: BookingForAdmin): void {
  if (typedFor !== id) clear()
  typedFor = id
  $errors.set({})
  $goodwillBookingId.set(id)
}

export function closeGoodwill(): void {
  $goodwillBookingId.set(null)
}

export function setField(field: keyof GoodwillFields, typed: string): void {
  refundId = null
  $fields.setKey(field, typed)
  $errors.setKey(field, undefined)
}

export async function sendGoodwill(): Promise<void> {
  const booking = $selectedBooking.get()
  if (booking === null || booking.id !== $goodwillBookingId.get()) return
  const { amount, reason } = $fields.get()
  refundId ??= crypto.randomUUID().replaceAll('-', '')
  const body = { amount: parseWholeNumber(amount), id: refundId, reason: reason.trim() }
  const issues = validationIssues(refundBooking.body, body)
  if (issues.length > 0) {
    $errors.set(Object.fromEntries(issues.toReversed()))
    $errorCount.set($errorCount.get() + 1)
    return
  }
  let isDone = false
  await whileBusy($isRefunding, text.failed, async () => {
    const details = await call(refundBooking, { body, params: { id: booking.id } })
    isDone = true
    toast('success', text.queued)
    clear()
    closeGoodwill()
    if ($selectedBooking.get()?.id !== booking.id) return
    $selectedBooking.set({ ...booking, refunded: (booking.refunded ?? 0) + body.amount })
    $paymentDetails.set(details)
  })
  if (isDone) await reloadAfter('bookings')
}
