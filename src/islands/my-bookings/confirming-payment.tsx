import { Note } from '#islands/ui/feedback/note.tsx'
import * as text from '#messages/my-bookings.ts'

/** Instead of asking for money that may have gone already. */
export function ConfirmingPayment() {
  return (
    <Note kind="info" role="status">
      <p className="font-bold">{text.confirmingPayment}</p>
      <p>{text.confirmingText}</p>
    </Note>
  )
}
