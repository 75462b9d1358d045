import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { instantFrom } from '#domain/time.ts'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { DisputeQuestion } from '#islands/admin/payments/dispute-question.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Question } from '#islands/ui/feedback/question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as disputes from '#messages/disputes.ts'
import * as portal from '#messages/portal.ts'
import { cancelling as text } from '#messages/portal.ts'
import { cancelling, goesBack } from '#stores/admin/bookings/cancel.ts'
import { rideText } from './ride-text.ts'

/** What the cancelling means for the ride's time. */
function timeText({ end_time, start_time }: BookingForAdmin, now = new Date()): string {
  if (instantFrom(end_time) < now) return text.rideIsOver
  return instantFrom(start_time) <= now ? text.rideIsUnderWay : text.freed
}

function About({ booking }: { booking: BookingForAdmin }) {
  const { property_name, scooter_name, user_email, user_name } = booking
  return (
    <>
      <p className="grid wrap-anywhere">
        <span className="font-semibold">{user_name}</span>
        <span className="cap">
          <EmailText email={user_email} />
        </span>
      </p>
      <p className="wrap-anywhere">{portal.scooterAt(scooter_name, property_name)}</p>
      <p className="num">{rideText(booking)}</p>
      <p className="sub">{timeText(booking)}</p>
      <p className="h3 num my-1 wrap-anywhere">{portal.goesBackTo(goesBack(booking), booking)}</p>
    </>
  )
}

export function CancelQuestion() {
  const booking = useStore(cancelling.$row)
  const refusal = useStore(cancelling.$refusal)
  const busy = useStore(cancelling.$busy)
  const isDoubted = useStore(cancelling.$isDoubted)
  return (
    <>
      <Question
        action={busy ? text.busy : text.action}
        busy={busy}
        danger
        no={text.keep}
        onNo={cancelling.no}
        onYes={() => void cancelling.yes()}
        open={booking !== null && !isDoubted}
        title={text.question}
      >
        {booking && <About booking={booking} />}
        {refusal && (
          <Note kind="error" role="alert">
            {refusal}
          </Note>
        )}
      </Question>
      <DisputeQuestion
        action={disputes.cancelAction}
        asked={cancelling}
        busy_action={text.busy}
        consequence={disputes.consequence}
        title={disputes.cancelQuestion}
      />
    </>
  )
}
