import { pricePerHour, rupeesText } from '#domain/catalogue/pricing.ts'
import type { Day } from '#domain/time/india-time.ts'
import { timeWithDay } from '#domain/time/time-with-day.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking/booking.ts'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import { perHour } from '#messages/booking/per-hour.ts'
import { $conflictStarts } from '#stores/booking/availability.ts'
import { $hasPlans, $offer, $offers, type BookingOffer, chooseOffer } from '#stores/booking/offers.ts'
import { $day } from '#stores/booking/times.ts'
import { FOCUS_TARGET_IDS } from './focus-target-id.ts'
import { RadioCard } from './radio-card.tsx'

const CARD =
  'grid min-h-[68px] grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border py-2.5 pr-4 pl-3.5'

const CARD_CHOSEN = 'border-accent bg-accent-soft [box-shadow:inset_0_0_0_1px_var(--color-accent)]'

const CARD_FREE = 'border-line-strong bg-surface hover:bg-sunken'

const CARD_TOO_LONG = 'border-transparent bg-sunken text-ink-2'

function cardClasses(isChosen: boolean, fits: boolean): string {
  if (isChosen) return `${CARD} ${CARD_CHOSEN}`
  return `${CARD} ${fits ? CARD_FREE : CARD_TOO_LONG}`
}

function captionOf(offer: BookingOffer, conflict: string | null, hasPlans: boolean): string {
  const remark = conflict ?? perHour(rupeesText(pricePerHour(offer)))
  return text.offerCaption(remark, hasPlans ? offer.hours : null)
}

/** Why an offer does not fit at the selected time. */
function conflictText(from: Date | null | undefined, day: Day): string | null {
  return from ? bookingTimes.freeUntil(timeWithDay(from, day)) : null
}

export function OfferCards() {
  const chosen = useStore($offer)
  const hasPlans = useStore($hasPlans)
  const day = useStore($day)
  const conflictStarts = useStore($conflictStarts)
  return useStore($offers).map((offer, index) => {
    const isChosen = offer.key === chosen?.key
    const conflict = conflictText(conflictStarts.get(offer.key), day)
    return (
      <RadioCard
        checked={isChosen}
        className={cardClasses(isChosen, conflict === null)}
        disabled={conflict !== null && !isChosen}
        id={index === 0 && hasPlans ? FOCUS_TARGET_IDS.offer : undefined}
        key={offer.key}
        name="offer"
        onChoose={() => chooseOffer(offer.key)}
      >
        <span
          aria-hidden="true"
          className={`size-[22px] rounded-full ${isChosen ? 'border-[7px] border-accent' : 'border-2 border-line-strong'}`}
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="h3 block">{offer.name}</span>
          <span className="caption numeric block">{captionOf(offer, conflict, hasPlans)}</span>
        </span>
        <span className="numeric text-right text-xl leading-[1.2] font-bold">{rupeesText(offer.cost)}</span>
      </RadioCard>
    )
  })
}
