import type { Booking } from '#contract/bookings/my-bookings.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { Note } from '#islands/ui/feedback/note.tsx'
import { joinFacts } from '#messages/labels.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import {
  isCancelledOrRefunded,
  refundRemarkOn,
  remarkOn,
  rideText,
  scooterName
} from '#stores/my-bookings/booking-details.ts'
import { BookAgain, SupportLink } from './booking-actions.tsx'

interface NoticesProps {
  /** Unconfirmed payments, and bookings that were cancelled or are refunded. */
  bookings: readonly Booking[]
  now: Date
}

/** What riders must know first: what became of their money, and what happens next. */
export function Notices({ bookings, now }: NoticesProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {bookings.map(booking => (
        <li key={booking.id}>
          <article>
            <Notice booking={booking} now={now} />
          </article>
        </li>
      ))}
    </ul>
  )
}

function Notice({ booking, now }: { booking: Booking; now: Date }) {
  const isUnconfirmed = !isCancelledOrRefunded(booking)
  return (
    <Note kind={isUnconfirmed ? 'info' : 'warning'} role={isUnconfirmed ? 'status' : undefined}>
      <h2 className="h3">{isUnconfirmed ? text.confirmingPayment : remarkOn(booking)}</h2>
      <p className="numeric wrap-anywhere">
        {joinFacts(
          scooterName(booking),
          rideText(booking, now),
          isUnconfirmed && booking.amount && rupeesText(booking.amount)
        )}
      </p>
      <p className="numeric">{isUnconfirmed ? text.confirmingText : refundRemarkOn(booking)}</p>
      <div className="-mb-[8px] flex flex-wrap items-center gap-x-5">
        {!isUnconfirmed && <BookAgain booking={booking} now={now} />}
        <SupportLink booking={booking} className="link text-[.9375rem]" label={text.getHelp} />
        <p className="numeric text-sm">{text.referenceText(booking.id)}</p>
      </div>
    </Note>
  )
}
