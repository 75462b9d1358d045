import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { EXTENDABLE_MINUTES } from '#domain/bookings/extension.ts'
import { rupeesText } from '#domain/pricing.ts'
import { addMinutes } from '#domain/time.ts'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { close } from '#messages/booking-help.ts'
import { extend } from '#messages/extend-booking.ts'
import * as text from '#messages/my-bookings.ts'
import { returnAction } from '#messages/return-ride.ts'
import { rideText, scooterName, windowOf } from '#stores/my-bookings/booking-details.ts'
import { $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'
import { $isPreviewLoading, openHelpDialog, openPaidCancelDialog } from '#stores/my-bookings/cancel-booking.ts'
import { $areExtensionsLoading, openExtendDialog } from '#stores/my-bookings/extend-booking.ts'
import { $isReturnLoading, openReturnDialog } from '#stores/my-bookings/return-ride.ts'

const closeDialog = () => $managedBooking.set(null)

/** What a rider can do with a paid ride now. What is not possible is left out. */
export function ManageDialog({ now }: { now: Date }) {
  const booking = useStore($managedBooking)
  return (
    <Modal onClose={closeDialog} open={booking !== null} title={text.manageRide}>
      {booking && <Actions booking={booking} now={now} />}
    </Modal>
  )
}

function Actions({ booking, now }: { booking: Booking; now: Date }) {
  const isPreviewLoading = useStore($isPreviewLoading)
  const areExtensionsLoading = useStore($areExtensionsLoading)
  const isReturnLoading = useStore($isReturnLoading)
  const { end, start } = windowOf(booking)
  const canReturn = displayStatus(booking, now) === 'Active'
  const canExtend = !booking.extension && now < addMinutes(end, EXTENDABLE_MINUTES)
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">
        {rideText(booking, now)}
        {booking.amount ? ` · ${text.paid} ${rupeesText(booking.amount)}` : ''}
      </p>
      <ul className="my-1 divide-y divide-line">
        {canReturn && (
          <Action busy={isReturnLoading} icon="check-circle" onClick={() => void openReturnDialog()}>
            {returnAction}
          </Action>
        )}
        {canExtend && (
          <Action busy={areExtensionsLoading} icon="clock" onClick={() => void openExtendDialog()}>
            {extend}
          </Action>
        )}
        <Action icon="chat" onClick={openHelpDialog}>
          {text.getHelp}
        </Action>
        {start > now && (
          <Action busy={isPreviewLoading} icon="cross-circle" onClick={() => void openPaidCancelDialog()}>
            {text.cancelBooking}
          </Action>
        )}
      </ul>
      <Button kind="secondary" onClick={closeDialog} wide>
        {close}
      </Button>
    </>
  )
}

interface ActionProps {
  busy?: boolean
  children: ReactNode
  icon: IconName
  onClick: () => void
}

function Action({ busy = false, children, icon, onClick }: ActionProps) {
  return (
    <li className="grid *:justify-start *:text-start">
      <Button busy={busy} kind="ghost" onClick={onClick}>
        {!busy && <Icon name={icon} />}
        {children}
      </Button>
    </li>
  )
}
