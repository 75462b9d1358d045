import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { joinFacts } from '#messages/join-facts.ts'
import * as labels from '#messages/labels.ts'
import { paidAmount } from '#messages/my-bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-details.ts'
import { $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'
import { $deviceReminders } from '#stores/my-bookings/manage-ride/device-reminders.ts'
import { closeManageDialog, rideActions } from '#stores/my-bookings/manage-ride/ride-actions.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { RIDE_ACTION_ROWS } from './ride-action-rows.tsx'

/** What a rider can do with a paid ride now. What is not possible is left out. */
export function ManageDialog({ now }: { now: Date }) {
  const booking = useStore($managedBooking)
  return (
    <Modal onClose={closeManageDialog} isOpen={booking !== null} title={text.manageRide}>
      {booking && <RideActionList booking={booking} now={now} />}
    </Modal>
  )
}

function RideActionList({ booking, now }: { booking: Booking; now: Date }) {
  const isOffline = Boolean(useStore($outdated)?.isOffline)
  const hasReminders = useStore($deviceReminders) !== 'none'
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{joinFacts(rideText(booking, now), booking.amount && paidAmount(booking.amount))}</p>
      {isOffline && <p className="font-semibold">{text.offlineNow}</p>}
      <ul className="my-1 min-w-0 divide-y divide-line">
        {rideActions(booking, { hasReminders, isOffline, now }).map(action => {
          const ActionRow = RIDE_ACTION_ROWS[action]
          return (
            <li
              className="grid grid-cols-[minmax(0,1fr)] wrap-anywhere *:justify-start *:text-start [&_svg]:size-5"
              key={action}
            >
              <ActionRow booking={booking} isOffline={isOffline} now={now} />
            </li>
          )
        })}
      </ul>
      <Button kind="secondary" onClick={closeManageDialog} isWide>
        {labels.close}
      </Button>
    </>
  )
}
