import { HAS_HOLDS, HAS_OPERATOR_PAGES, HAS_STAFF } from '#domain/backend.ts'
import { NOTE_TO_STAFF_MAX_LENGTH } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import { PATHS } from '#domain/routes.ts'
import { clockText, dateText, hoursText, timeText } from '#domain/time/india-time.ts'
import { timeWithDay } from '#domain/time/time-texts.ts'
import { PaymentErrorNote } from '#islands/payment/payment-notices.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { LinkedSentence } from '#islands/ui/feedback/linked-sentence.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { type BookingObstacle, obstacleLink } from '#stores/app/obstacle-link.ts'
import { $isProcessing, $note, book, writeNote } from '#stores/booking/book.ts'
import { $hasPlans, $offer, $ride, $selectedHold } from '#stores/booking/offers.ts'
import { $bookingPage, $cancellationTerms, $obstacle, loadBookingPage } from '#stores/booking/page-data.ts'
import { $day, $slot, $slotOfNow } from '#stores/booking/times.ts'
import { $paymentError } from '#stores/payment/payment-notices.ts'
import { BookingBar, FOCUS_TARGET_IDS, scrollToTarget } from './booking-layout.tsx'

type SummaryRow = readonly [term: string, value: string | null]

/** In large type, the value stands below its term. */
const ROW = 'flex flex-wrap gap-x-4'

function useRows(): SummaryRow[] {
  const day = useStore($day)
  const slot = useStore($slot)
  const offer = useStore($offer)
  const ride = useStore($ride)
  const slotOfNow = useStore($slotOfNow)
  const plan = useStore($hasPlans) ? offer?.name : offer && bookingText.byTheHour
  return [
    [commonText.date, dateText(day)],
    [commonText.startTime, slot && bookingText.startText(clockText(slot), slot === slotOfNow)],
    [commonText.endTime, ride && timeWithDay(ride.end, day)],
    [commonText.plan, plan ?? null],
    [commonText.duration, offer && hoursText(offer.hours)]
  ]
}

function NoteField() {
  const { note_to_staff } = useStore($note)
  return (
    <TextField
      autoComplete="off"
      hint={bookingText.noteToStaffHint(NOTE_TO_STAFF_MAX_LENGTH)}
      label={bookingText.noteToStaff}
      maxLength={NOTE_TO_STAFF_MAX_LENGTH}
      name="note_to_staff"
      onChange={writeNote}
      value={note_to_staff}
    />
  )
}

function Agreement() {
  const agreed = useStore($bookingPage)?.profile.terms_version
  const isOther = Boolean(agreed) && agreed !== TERMS_VERSION
  return (
    <LinkedSentence
      parts={
        isOther ? [legalLinksText.termsChanged, ...legalLinksText.agreedByBooking] : legalLinksText.agreedByBooking
      }
    />
  )
}

/** The summary in one line for the bottom bar: 'Sun 29, 10:00 am → Mon 30, 10:00 am · ₹960'. */
function OneLineSummary() {
  const day = useStore($day)
  const slot = useStore($slot)
  const offer = useStore($offer)
  const ride = useStore($ride)
  return (
    <p className="caption numeric mb-1.5 md:hidden">
      {bookingText.rideSpan(day, slot, ride?.end)}
      {' · '}
      <b className="text-ink">{offer ? rupeesText(offer.cost) : bookingText.notChosen}</b>
    </p>
  )
}

function BookButton() {
  const isProcessing = useStore($isProcessing)
  const isHeld = useStore($selectedHold) !== null
  async function bookOrScroll() {
    const target = await book()
    if (target) scrollToTarget(target)
  }
  return (
    <Button isBusy={isProcessing} busyLabel={commonText.processing} onClick={() => void bookOrScroll()} isWide>
      {isHeld ? paymentsText.completePaymentLabel : commonText.bookNow}
    </Button>
  )
}

/** Stands where Book Now is while no ride can be booked: what its rider can do. */
function ObstacleAction({ obstacle }: { obstacle: BookingObstacle }) {
  const link = obstacleLink(obstacle, useStore($bookingPage)?.scooter.support_phone)
  if (link)
    return (
      <LinkButton href={link.href} isNewTab={link.isNewTab ?? false} isWide>
        {link.label}
      </LinkButton>
    )
  return (
    <Button onClick={() => void loadBookingPage()} isWide>
      {commonText.refresh}
    </Button>
  )
}

/** The hold that an unfinished payment left. */
function HoldLine() {
  const hold = useStore($selectedHold)
  return (
    <p className="text-sm/[1.4] font-semibold text-yellow-fg not-empty:mb-1.5" role="status">
      {hold && bookingText.heldUntil(timeText(hold.until), hold.isShortened)}
    </p>
  )
}

/** Replaces Book Now while a payment may still be confirmed, so that the rider does not pay again. */
function ConfirmingPayment({ amount }: { amount: number }) {
  return (
    <>
      <p className="mb-1.5 font-semibold">{paymentsText.confirmingAmount(rupeesText(amount))}</p>
      <LinkButton href={PATHS.myBookings} isWide>
        {bookingText.seeMyBookings}
      </LinkButton>
    </>
  )
}

function BarContent() {
  const amount = useStore($paymentError)?.amountBeingConfirmed
  const obstacle = useStore($obstacle)
  if (amount) return <ConfirmingPayment amount={amount} />
  return (
    <>
      <HoldLine />
      <OneLineSummary />
      {obstacle ? <ObstacleAction obstacle={obstacle} /> : <BookButton />}
    </>
  )
}

/** The phone's bottom bar and the card's footer are one element, so there is only one Book Now button. */
export function Summary() {
  const isConfirming = Boolean(useStore($paymentError)?.amountBeingConfirmed)
  const isHeld = useStore($selectedHold) !== null
  const isBlocked = useStore($obstacle) !== null
  const offer = useStore($offer)
  const terms = useStore($cancellationTerms)
  return (
    <aside className="card flex flex-col gap-4 p-4 md:p-5 lg:sticky lg:top-21">
      <h2>{bookingText.summary}</h2>
      <dl aria-live="polite" className="grid gap-y-2">
        {useRows().map(([term, value]) => (
          <div className={ROW} key={term}>
            <dt className="muted">{term}</dt>
            <dd className="numeric ml-auto text-right font-semibold">{value ?? bookingText.notChosen}</dd>
          </div>
        ))}
        <div className={`${ROW} mt-1 items-center border-t border-line pt-3`}>
          <dt className="font-semibold">{bookingText.totalAmount}</dt>
          <dd className="numeric ml-auto text-right text-2xl leading-[1.2] font-[750]">
            {offer ? rupeesText(offer.cost) : bookingText.notChosen}
          </dd>
        </div>
      </dl>
      {terms && <p className="caption numeric -mt-2">{terms}</p>}
      {HAS_STAFF && !isConfirming && !isBlocked && <NoteField />}
      {HAS_OPERATOR_PAGES && <Agreement />}
      <div className="empty:-mb-4" id={FOCUS_TARGET_IDS.payment_error} tabIndex={-1}>
        <PaymentErrorNote />
      </div>
      <BookingBar>
        <BarContent />
      </BookingBar>
      {HAS_HOLDS && !isConfirming && !isHeld && !isBlocked && <p className="caption">{bookingText.holdNotice}</p>}
    </aside>
  )
}
