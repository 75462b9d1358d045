import { Note } from '#islands/ui/feedback/note.tsx'
import * as text from '#messages/my-bookings.ts'

/** Shown instead of the payment button when the payment may already have been taken. */
export function SettlingPayment() {
  return (
    <Note kind="info" role="status">
      <p className="font-bold">{text.confirmingPayment}</p>
      <p>{text.confirmingText}</p>
    </Note>
  )
}
