import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { paymentReference } from '#messages/payment-results.ts'
import { $paymentError } from '#stores/payment/payment-error.ts'

/** A payment may have been taken, so the message and its payment id stay after the toast. */
export function PaymentErrorNote() {
  const error = useStore($paymentError)
  if (error === null) return null
  return (
    <Note kind="error" role="alert">
      <p className="font-semibold">{error.sentence}</p>
      <p className="numeric [overflow-wrap:anywhere]">{paymentReference(error.payment_id)}</p>
    </Note>
  )
}
