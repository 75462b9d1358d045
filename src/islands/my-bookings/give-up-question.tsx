import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/button.tsx'
import { Modal } from '#islands/ui/modal.tsx'
import * as text from '#messages/my-bookings.ts'
import { $givingUp, $toGiveUp, giveUp, keepBooking } from '#stores/booking-give-up.ts'
import { rideText, scooterName } from '#stores/my-bookings.ts'

/** Nothing is given up before the rider has said so twice. */
export function GiveUpQuestion({ now }: { now: Date }) {
  const booking = useStore($toGiveUp)
  const giving_up = useStore($givingUp)
  return (
    <Modal onClose={keepBooking} open={booking !== null} role="alertdialog" title={text.giveUpQuestion}>
      {booking && (
        <>
          <p className="num font-semibold wrap-anywhere">{scooterName(booking)}</p>
          <p className="num">{rideText(booking, now)}</p>
          <p className="sub">{text.giveUpConsequence}</p>
          <div className="mt-3 grid grid-cols-2 gap-3 md:flex md:justify-end">
            <Button kind="secondary" onClick={keepBooking}>
              {text.keepBooking}
            </Button>
            <Button busy={giving_up} kind="danger" onClick={() => void giveUp()}>
              {giving_up ? text.givingUp : text.giveUpNow}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
