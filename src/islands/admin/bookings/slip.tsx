import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import type { Slip } from '#contract/bookings/slip.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { dayOf, parseInstant } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText } from '#domain/time/time-texts.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { LARGE_PIN, PinDigits } from '#islands/ui/feedback/ride-facts.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as slipText from '#messages/admin/slip.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import {
  $isReadingPin,
  $sheet,
  $slip,
  closeSlip,
  printSlip,
  questionsText,
  showPin
} from '#stores/admin/bookings/slip.ts'

/** Of a paid ride that is not over. */
export function PinButton({ booking }: { booking: Pick<BookingForAdmin, 'id'> }) {
  return (
    <Button isBusy={useStore($isReadingPin)} isSmall kind="secondary" onClick={() => void showPin(booking)}>
      {slipText.showPin}
    </Button>
  )
}

function Facts({ slip }: { slip: Slip }) {
  const now = useRenderTime()
  const { end_time, location, parking_note, pin, property_name, reference, registration_number } = slip
  const questions = questionsText(slip)
  const start = parseInstant(slip.start_time)
  return (
    <div className="numeric grid grid-cols-[minmax(0,1fr)] gap-1 wrap-anywhere">
      <p className="h3">{commonText.joinFacts(slip.scooter_name, registration_number)}</p>
      <p>
        {commonText.inIndianTime(
          `${dayOrDateText(dayOf(start), dayOf(now))}, ${rangeText(start, parseInstant(end_time), now)}`
        )}
      </p>
      <p>{commonText.joinFacts(property_name, location)}</p>
      {parking_note && <p>{parking_note}</p>}
      <div className="@container my-2 rounded-card border-2 border-line bg-sunken px-3 py-3.5 text-center">
        <h4 className="text-[.9375rem]/[1.4] font-[650]">{myBookingsText.scooterPin}</h4>
        <PinDigits className={LARGE_PIN} pin={pin} />
      </div>
      <p>{commonText.joinFacts(slip.user_name, myBookingsText.referenceText(reference))}</p>
      {questions && <p>{questions}</p>}
    </div>
  )
}

/** The dialog of a booking, and the sheet that is printed. */
export function SlipDialog({ booking }: { booking: Pick<BookingForAdmin, 'id'> }) {
  const read = useStore($slip)
  const sheet = useStore($sheet)
  // The answer can come when another booking is on the screen.
  const slip = read?.id === booking.id ? read : null
  return (
    <>
      <Modal isOpen={slip !== null} onClose={closeSlip} title={slipText.title}>
        {slip && (
          <>
            <Facts slip={slip} />
            <ModalButtons>
              <Button kind="secondary" onClick={closeSlip}>
                {commonText.close}
              </Button>
              <Button onClick={() => printSlip(slip)}>{commonText.print}</Button>
            </ModalButtons>
          </>
        )}
      </Modal>
      {sheet && (
        <div aria-hidden="true" className="slip-sheet">
          <p className="font-bold">{BRAND_NAME}</p>
          <Facts slip={sheet} />
        </div>
      )}
    </>
  )
}
