import type { BookingForAdmin } from '#contract/all-bookings.ts'
import { instantFrom } from '#domain/time.ts'
import { Note } from '#islands/ui/note.tsx'
import { Question } from '#islands/ui/question.tsx'
import { useStore } from '#islands/ui/use-store.tsx'
import * as disputes from '#messages/disputes.ts'
import * as portal from '#messages/portal.ts'
import { cancelling as text } from '#messages/portal.ts'
import { cancelling, goesBack } from '#stores/admin/cancelling.ts'
import { DisputeQuestion } from './dispute-question.tsx'
import { EmailText } from './email-text.tsx'
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
