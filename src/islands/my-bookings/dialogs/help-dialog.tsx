import type { Booking } from '#contract/bookings/my-bookings.ts'
import { SupportLink } from '#islands/my-bookings/cards/support-link.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking/booking-help.ts'
import * as labels from '#messages/labels.ts'
import { referenceText } from '#messages/my-bookings/my-bookings.ts'
import { supportPhone } from '#stores/app/support.ts'
import { pinHalves, rideText, scooterName } from '#stores/my-bookings/booking-details.ts'
import { $bookingForHelp } from '#stores/my-bookings/booking-dialogs.ts'
import { closeHelpDialog } from '#stores/my-bookings/manage-ride/help.ts'

/** What a rider can check before a chat with support. */
export function HelpDialog({ now }: { now: Date }) {
  const booking = useStore($bookingForHelp)
  return (
    <Modal onClose={closeHelpDialog} isOpen={booking !== null} title={text.helpTitle}>
      {booking && <HelpSteps booking={booking} now={now} />}
    </Modal>
  )
}

/** Focuses the steps when the dialog opens, because a focused button below them would scroll them out of view. */
function focusOnOpen(steps: HTMLElement | null): void {
  steps?.setAttribute('autofocus', '')
}

function HelpSteps({ booking, now }: { booking: Booking; now: Date }) {
  return (
    <>
      <ol className="numeric grid list-decimal gap-3 ps-6 outline-none wrap-anywhere" ref={focusOnOpen} tabIndex={-1}>
        <li>
          {text.checkScooter(scooterName(booking), booking)} {text.checkTime(rideText(booking, now))}
        </li>
        {booking.otp_pin && (
          <li>
            {text.enterAgain} <b className="whitespace-nowrap">{pinHalves(booking.otp_pin).join('\u00A0')}</b>
          </li>
        )}
        {supportPhone(booking.support_phone) !== '' && (
          <li>
            {text.contactUs} <b className="whitespace-nowrap">{referenceText(booking.id)}</b>
          </li>
        )}
      </ol>
      <div className="mt-3 flex flex-wrap gap-3 md:justify-end *:grow md:*:grow-0">
        <Button kind="secondary" onClick={closeHelpDialog}>
          {labels.close}
        </Button>
        <SupportLink booking={booking} className="btn btn-primary" label={labels.chatWithSupport} />
      </div>
    </>
  )
}
