import type { ComponentType, ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookAgainPath } from '#domain/bookings/book-again.ts'
import { SupportLink } from '#islands/my-bookings/cards/support-link.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import { addToCalendar } from '#messages/my-bookings/calendar.ts'
import { extend } from '#messages/my-bookings/extend-booking.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { returnAction } from '#messages/my-bookings/return-ride.ts'
import { windowOf } from '#stores/my-bookings/booking-details.ts'
import { $isCalendarLoading, openCalendarDialog } from '#stores/my-bookings/manage-ride/calendar-dialog.ts'
import { $isPreviewLoading, openPaidCancelDialog } from '#stores/my-bookings/manage-ride/cancel-booking.ts'
import { $areExtensionsLoading, openExtendDialog } from '#stores/my-bookings/manage-ride/extend-booking.ts'
import { openHelpDialog } from '#stores/my-bookings/manage-ride/help.ts'
import { $isReturnLoading, openReturnDialog } from '#stores/my-bookings/manage-ride/return-ride.ts'
import type { RideAction } from '#stores/my-bookings/manage-ride/ride-actions.ts'
import { RemindRow } from './remind-row.tsx'

interface RowProps {
  booking: Booking
  /** Disables what needs the network. */
  isOffline: boolean
  now: Date
}

/** The row of each action in the panel of a ride. */
export const RIDE_ACTION_ROWS: Readonly<Record<RideAction, ComponentType<RowProps>>> = {
  book_again: BookAgainRow,
  calendar: CalendarRow,
  cancel: CancelRow,
  contact: ContactRow,
  extend: ExtendRow,
  help: HelpRow,
  remind: RemindRow,
  return: ReturnRow
}

function ReturnRow({ isOffline }: RowProps) {
  return (
    <ButtonRow
      isBusy={useStore($isReturnLoading)}
      disabled={isOffline}
      icon="check-circle"
      onClick={() => void openReturnDialog()}
    >
      {returnAction}
    </ButtonRow>
  )
}

function CalendarRow({ isOffline }: RowProps) {
  return (
    <ButtonRow
      isBusy={useStore($isCalendarLoading)}
      disabled={isOffline}
      icon="calendar"
      onClick={() => void openCalendarDialog()}
    >
      {addToCalendar}
    </ButtonRow>
  )
}

function ExtendRow({ isOffline }: RowProps) {
  return (
    <ButtonRow
      isBusy={useStore($areExtensionsLoading)}
      disabled={isOffline}
      icon="clock"
      onClick={() => void openExtendDialog()}
    >
      {extend}
    </ButtonRow>
  )
}

function HelpRow() {
  return (
    <ButtonRow icon="chat" onClick={openHelpDialog}>
      {text.getHelp}
    </ButtonRow>
  )
}

function ContactRow({ booking }: RowProps) {
  return <SupportLink booking={booking} className="btn btn-ghost" label={text.getHelp} />
}

function BookAgainRow({ booking, isOffline, now }: RowProps) {
  const content = (
    <>
      <Icon name="refresh" />
      {text.bookAgain}
    </>
  )
  if (isOffline) {
    return (
      <Button disabled kind="ghost">
        {content}
      </Button>
    )
  }
  return (
    <LinkButton href={bookAgainPath(booking.scooter?.id ?? '', windowOf(booking), now)} kind="ghost">
      {content}
    </LinkButton>
  )
}

function CancelRow({ isOffline }: RowProps) {
  return (
    <ButtonRow
      isBusy={useStore($isPreviewLoading)}
      disabled={isOffline}
      icon="cross-circle"
      onClick={() => void openPaidCancelDialog()}
    >
      {labels.cancelBooking}
    </ButtonRow>
  )
}

interface ButtonRowProps {
  isBusy?: boolean
  children: ReactNode
  disabled?: boolean
  icon: IconName
  onClick: () => void
}

function ButtonRow({ isBusy = false, children, disabled = false, icon, onClick }: ButtonRowProps) {
  return (
    <Button isBusy={isBusy} busyLabel={children} disabled={disabled} kind="ghost" onClick={onClick}>
      <Icon name={icon} />
      {children}
    </Button>
  )
}
