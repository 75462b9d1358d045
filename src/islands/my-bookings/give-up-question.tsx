import { Question } from '#islands/ui/question.tsx'
import { useStore } from '#islands/ui/use-store.tsx'
import * as text from '#messages/giving-up.ts'
import { $toGiveUp, keepBooking } from '#stores/booking-give-up.ts'
import { $givingUp, giveUp } from '#stores/giving-up.ts'
import { rideText, scooterName } from '#stores/my-bookings.ts'

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
