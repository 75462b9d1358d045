import type { WayOut } from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { SupportLink } from '#islands/my-bookings/booking-actions.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { PinDigits } from '#islands/ui/feedback/ride-facts.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { $bookingWithWayOut } from '#stores/my-bookings/booking-dialogs.ts'
import { scooterName } from '#stores/my-bookings/booking-facts.ts'
import {
  $choice,
  $movedRide,
  $wayOut,
  closeWayOut,
  loadWayOut,
  noScooterText,
  takeMoney,
  takeScooter
} from '#stores/my-bookings/trouble.ts'

interface OptionsProps {
  booking: Booking
  onClose: () => void
}

function Choices({ booking, onClose, wayOut }: OptionsProps & { wayOut: WayOut }) {
  const { is_full, refund, scooters } = wayOut
  const choice = useStore($choice)
  const noScooter = noScooterText(wayOut)
  return (
    <>
      {noScooter && <p>{noScooter}</p>}
      <ul className="grid divide-y divide-line empty:hidden">
        {scooters.map(({ id, name }) => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5" key={id}>
            <p className="min-w-0 flex-1 basis-24 font-semibold wrap-anywhere">{name}</p>
            <Button
              aria-label={commonText.joinFacts(troubleText.takeScooter, name)}
              busyLabel={troubleText.takingScooter}
              disabled={choice !== null}
              isBusy={choice === id}
              isSmall
              onClick={() => void takeScooter(booking, id)}
            >
              {troubleText.takeScooter}
            </Button>
          </li>
        ))}
      </ul>
      {refund !== null && (
        <div className="grid gap-1">
          <Button
            disabled={choice !== null}
            isBusy={choice === 'money'}
            isWide
            kind="secondary"
            onClick={() => void takeMoney(booking, onClose)}
          >
            {troubleText.moneyBack(refund)}
          </Button>
          <p className="caption text-center">{is_full ? troubleText.bookingEnds : troubleText.rideEnds}</p>
        </div>
      )}
    </>
  )
}

function Moved({ booking, onClose }: OptionsProps) {
  return (
    <>
      <p className="h3" role="status">
        {troubleText.youHave(scooterName(booking))}
      </p>
      {booking.otp_pin && <PinDigits className="text-4xl" pin={booking.otp_pin} />}
      <Button isWide onClick={onClose}>
        {commonText.close}
      </Button>
    </>
  )
}

export function WayOutOptions({ booking, onClose }: OptionsProps) {
  const wayOut = useStore($wayOut)
  const moved = useStore($movedRide)
  const choice = useStore($choice)
  const content = useFocusOnChange<HTMLDivElement>(moved ? 'moved' : 'options')
  return (
    <div className="grid gap-4 outline-none" ref={content} tabIndex={-1}>
      {moved && <Moved booking={moved} onClose={onClose} />}
      {!moved && wayOut === 'loading' && <Loading label={troubleText.loadingOptions} skeleton="h-28 rounded-slot" />}
      {!moved && wayOut === 'failed' && (
        <ErrorState onRetry={() => void loadWayOut(booking)} title={troubleText.optionsFailed} />
      )}
      {!moved && typeof wayOut === 'object' && <Choices booking={booking} onClose={onClose} wayOut={wayOut} />}
      {!moved && (
        <div className="grid gap-3">
          <SupportLink booking={booking} className="btn btn-secondary" label={commonText.chatWithSupport} />
          <Button disabled={choice !== null} isWide kind="secondary" onClick={onClose}>
            {troubleText.keepScooter}
          </Button>
        </div>
      )}
    </div>
  )
}

export function WayOutDialog() {
  const booking = useStore($bookingWithWayOut)
  const moved = useStore($movedRide) !== null
  const cause = booking?.trouble
  return (
    <Modal
      isOpen={booking !== null}
      onClose={closeWayOut}
      title={moved ? troubleText.scooterChanged : troubleText.chooseWay}
    >
      {booking && (
        <div className="grid gap-3">
          {!moved && (cause === 'broken' || cause === 'late') && <p>{troubleText.TROUBLE_CAUSES[cause]}</p>}
          <WayOutOptions booking={booking} onClose={closeWayOut} />
        </div>
      )}
    </Modal>
  )
}
