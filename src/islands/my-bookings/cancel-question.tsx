import { Question } from '#islands/ui/feedback/question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/cancel-hold.ts'
import { $givingUp, giveUp } from '#stores/my-bookings/cancel-hold.ts'
import { $toGiveUp, keepBooking } from '#stores/my-bookings/cancel-question.ts'
import { rideText, scooterName } from '#stores/my-bookings/my-bookings.ts'

/** Nothing is given up before the rider has said so twice. */
export function GiveUpQuestion({ now }: { now: Date }) {
  const booking = useStore($toGiveUp)
  const giving_up = useStore($givingUp)
  return (
    <Question
      action={giving_up ? text.givingUp : text.giveUpNow}
      busy={giving_up}
      danger
      no={text.keepBooking}
      onNo={keepBooking}
      onYes={() => void giveUp()}
      open={booking !== null}
      title={text.giveUpQuestion}
    >
      {booking && (
        <>
          <p className="num font-semibold wrap-anywhere">{scooterName(booking)}</p>
          <p className="num">{rideText(booking, now)}</p>
          <p className="sub">{text.giveUpConsequence}</p>
        </>
      )}
    </Question>
  )
}
