import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { receiptPath } from '#domain/routes.ts'
import { SupportLink } from '#islands/my-bookings/booking-actions.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { ExtensionLines } from '#islands/ui/feedback/ride-facts.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import * as papersText from '#messages/papers.ts'
import * as receiptsText from '#messages/receipts.ts'
import { $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'
import { paidFor, rideText, scooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'
import {
  $areExtensionsLoading,
  $isPreviewLoading,
  openExtendDialog,
  openPaidCancelDialog
} from '#stores/my-bookings/manage-ride/manage-ride.ts'
import {
  $areRemindersChanging,
  $deviceReminders,
  $isCalendarLoading,
  closeManageDialog,
  openCalendarDialog,
  openHelpDialog,
  openPapersDialog,
  type RideAction,
  rideActions,
  turnRemindersOff,
  turnRemindersOn
} from '#stores/my-bookings/manage-ride/panel.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { openProblemDialog } from '#stores/my-bookings/trouble.ts'

/** What a rider can do with a paid ride now. What is not possible is left out. */
export function ManageDialog({ now }: { now: Date }) {
  const booking = useStore($managedBooking)
  return (
    <Modal onClose={closeManageDialog} isOpen={booking !== null} title={myBookingsText.manageRide}>
      {booking && <RideActionList booking={booking} now={now} />}
    </Modal>
  )
}

function RideActionList({ booking, now }: { booking: Booking; now: Date }) {
  const isOffline = Boolean(useStore($outdated)?.isOffline)
  const hasReminders = useStore($deviceReminders) !== 'none'
  const paid = paidFor(booking)
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{commonText.joinFacts(rideText(booking, now), paid && manageRideText.paidAmount(paid))}</p>
      <ExtensionLines extended={booking.extended} />
      {booking.bank_references && (
        <p className="caption numeric wrap-anywhere">{myBookingsText.bankReferences(booking.bank_references)}</p>
      )}
      {isOffline && <p className="font-semibold">{myBookingsText.offlineNow}</p>}
      <ul className="my-1 min-w-0 divide-y divide-line">
        {rideActions(booking, { hasReminders, isOffline, now }).map(action => (
          <li
            className="grid grid-cols-[minmax(0,1fr)] wrap-anywhere *:justify-start *:text-start [&_svg]:size-5"
            key={action}
          >
            <ActionRow action={action} booking={booking} isOffline={isOffline} now={now} />
          </li>
        ))}
      </ul>
      <Button kind="secondary" onClick={closeManageDialog} isWide>
        {commonText.close}
      </Button>
    </>
  )
}

interface RowProps {
  action: RideAction
  booking: Booking
  isOffline: boolean
  now: Date
}

/** Actions that load something before their dialog replaces the panel. */
const LOADING_ACTIONS = {
  calendar: {
    $isLoading: $isCalendarLoading,
    icon: 'calendar',
    label: manageRideText.addToCalendar,
    open: openCalendarDialog
  },
  cancel: {
    $isLoading: $isPreviewLoading,
    icon: 'cross-circle',
    label: commonText.cancelBooking,
    open: openPaidCancelDialog
  },
  extend: {
    $isLoading: $areExtensionsLoading,
    icon: 'clock',
    label: rideCardText.extend,
    open: () => openExtendDialog()
  }
} as const

function ActionRow({ action, booking, isOffline, now }: RowProps) {
  switch (action) {
    case 'book_again':
      return isOffline ? (
        <ButtonRow disabled icon="refresh">
          {myBookingsText.bookAgain}
        </ButtonRow>
      ) : (
        <LinkButton href={bookAgainPath(booking.scooter?.id ?? '', windowOf(booking), now)} kind="ghost">
          <Icon name="refresh" />
          {myBookingsText.bookAgain}
        </LinkButton>
      )
    case 'contact':
      return <SupportLink booking={booking} className="btn btn-ghost" label={myBookingsText.getHelp} />
    case 'help':
      return (
        <ButtonRow icon="chat" onClick={openHelpDialog}>
          {myBookingsText.getHelp}
        </ButtonRow>
      )
    case 'papers':
      return (
        <ButtonRow icon="ticket" onClick={openPapersDialog}>
          {papersText.papersTitle}
        </ButtonRow>
      )
    case 'problem':
      return (
        <ButtonRow icon="warning" onClick={openProblemDialog}>
          {troubleText.somethingWrong}
        </ButtonRow>
      )
    case 'receipt':
      return (
        <LinkButton href={receiptPath(booking.id)} kind="ghost">
          <Icon name="ticket" />
          {receiptsText.receipt}
        </LinkButton>
      )
    case 'remind':
      return <RemindRow isOffline={isOffline} />
    default:
      return <LoadingRow action={action} isOffline={isOffline} />
  }
}

function LoadingRow({ action, isOffline }: { action: keyof typeof LOADING_ACTIONS; isOffline: boolean }) {
  const { $isLoading, icon, label, open } = LOADING_ACTIONS[action]
  return (
    <ButtonRow isBusy={useStore($isLoading)} disabled={isOffline} icon={icon} onClick={() => void open()}>
      {label}
    </ButtonRow>
  )
}

/** Turns reminders on this device on and off. On an iPhone, the app must be installed first. */
function RemindRow({ isOffline }: { isOffline: boolean }) {
  const reminders = useStore($deviceReminders)
  const isChanging = useStore($areRemindersChanging)
  const isOn = reminders === 'on'
  if (reminders === 'install_first') {
    return (
      <ButtonRow disabled icon="bell">
        {manageRideText.installFirst}
      </ButtonRow>
    )
  }
  return (
    <ButtonRow
      isBusy={isChanging}
      disabled={isOffline}
      icon="bell"
      onClick={() => void (isOn ? turnRemindersOff() : turnRemindersOn())}
    >
      {isOn ? manageRideText.stopReminding : manageRideText.remindOnPhone}
    </ButtonRow>
  )
}

interface ButtonRowProps {
  children: string
  disabled?: boolean
  icon: IconName
  isBusy?: boolean
  onClick?: () => void
}

function ButtonRow({ children, icon, ...button }: ButtonRowProps) {
  return (
    <Button {...button} busyLabel={children} kind="ghost">
      <Icon name={icon} />
      {children}
    </Button>
  )
}
