import { googleCalendarUrl } from '#domain/bookings/calendar-event.ts'
import { parseInstant, plainDateText } from '#domain/time/india-time.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { SupportLink } from '#islands/my-bookings/booking-actions.tsx'
import { ExtendDialog, ReturnRideDialog } from '#islands/my-bookings/dialogs/extend-and-return.tsx'
import { PriceChangeDialog } from '#islands/payment/payment-notices.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ConfirmDialog, Modal, ModalClose } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as papersText from '#messages/papers.ts'
import { $bookingForHelp, $bookingToCancel, $bookingWithPapers } from '#stores/my-bookings/booking-dialogs.ts'
import { isPaid, rideText, scooterName } from '#stores/my-bookings/booking-facts.ts'
import {
  $cancelPreview,
  $isCancelling,
  cancelBooking,
  closeCancelDialog
} from '#stores/my-bookings/manage-ride/manage-ride.ts'
import {
  $calendarRide,
  closeCalendarDialog,
  closeHelpDialog,
  closePapersDialog,
  saveCalendarFile
} from '#stores/my-bookings/manage-ride/panel.ts'
import { ManageDialog } from './manage-dialog.tsx'
import { HelpSteps, ProblemDialog } from './problem-dialog.tsx'
import { WayOutDialog } from './way-out.tsx'

export function AllDialogs({ now }: { now: Date }) {
  return (
    <>
      <ManageDialog now={now} />
      <CancelBookingDialog now={now} />
      <ExtendDialog now={now} />
      <ReturnRideDialog now={now} />
      <PriceChangeDialog />
      <HelpDialog now={now} />
      <PapersDialog />
      <ProblemDialog now={now} />
      <WayOutDialog />
      <CalendarDialog />
    </>
  )
}

export function CancelBookingDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToCancel)
  const isCancelling = useStore($isCancelling)
  const isExtension = booking?.kind === 'extension'
  return (
    <ConfirmDialog
      busyLabel={commonText.cancelling}
      confirmLabel={isExtension ? rideCardText.cancelExtension : commonText.cancelBooking}
      isBusy={isCancelling}
      isDestructive
      cancelLabel={isExtension ? manageRideText.keepExtension : commonText.keepBooking}
      onCancel={closeCancelDialog}
      onConfirm={() => void cancelBooking()}
      isOpen={booking !== null}
      title={isExtension ? manageRideText.extensionQuestion : commonText.cancelQuestion}
    >
      {booking && (
        <>
          <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
          <p className="numeric">{rideText(booking, now)}</p>
          {isPaid(booking) && <RefundAmount now={now} />}
          {isExtension && <p>{manageRideText.rideKeepsEnd}</p>}
          <p className="muted">{commonText.slotAvailableAgain}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

function RefundAmount({ now }: { now: Date }) {
  const preview = useStore($cancelPreview)
  if (!preview) return null
  const { amount, full_refund_until, paid_at_desk, refund, until } = preview
  const when = (instant: string) => timeOrWeekdayText(parseInstant(instant), now)
  return (
    <div aria-live="polite" className="numeric grid gap-2">
      <p className="font-semibold">{manageRideText.refundOf(refund, amount)}</p>
      {until && <p>{manageRideText.fullRefundUntil(when(until))}</p>}
      {full_refund_until && <p>{manageRideText.fullRefundEnded(when(full_refund_until))}</p>}
      {refund > 0 && <p className="muted">{manageRideText.refundMethodOf(paid_at_desk)}</p>}
    </div>
  )
}

function HelpDialog({ now }: { now: Date }) {
  const booking = useStore($bookingForHelp)
  return (
    <Modal onClose={closeHelpDialog} isOpen={booking !== null} title={manageRideText.helpTitle}>
      {booking && (
        <HelpSteps booking={booking} now={now}>
          <Button kind="secondary" onClick={closeHelpDialog}>
            {commonText.close}
          </Button>
          <SupportLink booking={booking} className="btn btn-primary" label={commonText.chatWithSupport} />
        </HelpSteps>
      )}
    </Modal>
  )
}

function PapersDialog() {
  const booking = useStore($bookingWithPapers)
  return (
    <Modal onClose={closePapersDialog} isOpen={booking !== null} title={papersText.papersTitle}>
      {booking?.papers && (
        <>
          <p className="wrap-anywhere">{scooterName(booking)}</p>
          <p className="h3 numeric wrap-anywhere">{booking.papers.registration_number}</p>
          <dl className="numeric grid gap-2">
            {booking.papers.ends.map(({ expires_on, kind }) => (
              <div className="flex flex-wrap justify-between gap-x-4" key={kind}>
                <dt>{papersText.PAPER_NAMES[kind]}</dt>
                <dd>{papersText.validUntil(plainDateText(expires_on))}</dd>
              </div>
            ))}
          </dl>
          <p className="muted">{papersText.notACopy}</p>
          <ModalClose onClose={closePapersDialog} />
        </>
      )}
    </Modal>
  )
}

/** The two ways in which a ride gets into the rider's own calendar. */
function CalendarDialog() {
  const ride = useStore($calendarRide)
  return (
    <Modal onClose={closeCalendarDialog} isOpen={ride !== null} title={manageRideText.addToCalendar}>
      {ride && (
        <div className="mt-2 grid gap-3">
          <Button onClick={() => saveCalendarFile(ride)} isWide>
            {manageRideText.calendarFile}
          </Button>
          <a className="btn btn-secondary btn-wide" href={googleCalendarUrl(ride)} rel="noreferrer" target="_blank">
            {manageRideText.googleCalendar}
          </a>
          <Button kind="ghost" onClick={closeCalendarDialog} isWide>
            {commonText.close}
          </Button>
        </div>
      )}
    </Modal>
  )
}
