import { useId } from 'react'
import { pricePerHour } from '#domain/catalogue/pricing.ts'
import { rupeesText } from '#domain/money.ts'
import { type Day, weekdayText } from '#domain/time/india-time.ts'
import { timeWithDay } from '#domain/time/time-texts.ts'
import { FieldError, Select } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import { $obstacles } from '#stores/booking/availability.ts'
import { $highlightedChoice } from '#stores/booking/book.ts'
import {
  $arePlansLoading,
  $hasPlans,
  $offer,
  $offers,
  $plansFailed,
  $ratesFailed,
  type BookingOffer,
  chooseOffer
} from '#stores/booking/offers.ts'
import { loadBookingPage } from '#stores/booking/page-data.ts'
import { $day } from '#stores/booking/times.ts'
import { FOCUS_TARGET_IDS, RadioCard, SectionHeading } from './booking-layout.tsx'

function DurationSelect() {
  const offers = useStore($offers)
  const chosen = useStore($offer)?.key
  const obstacles = useStore($obstacles)
  return (
    <div className="numeric min-w-0 font-semibold">
      <Select
        aria-invalid={useStore($highlightedChoice) === 'offer' || undefined}
        id={FOCUS_TARGET_IDS.offer}
        onChange={chooseOffer}
        isSmall
        value={chosen ?? ''}
      >
        <option value="">{bookingText.chooseDuration}</option>
        {offers.map(({ key, name }) => (
          <option disabled={Boolean(obstacles.get(key)) && key !== chosen} key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Says which prices could not be loaded. The region is always there, so that screen readers announce the note. */
function NotLoadedNote() {
  const plansFailed = useStore($plansFailed)
  const ratesFailed = useStore($ratesFailed)
  const isLoading = useStore($arePlansLoading)
  return (
    <div className="empty:-mb-2.5" role="status">
      {(plansFailed || ratesFailed) && !isLoading && (
        <Note kind="warning">
          {plansFailed ? bookingText.plansNotLoaded : bookingText.ratesNotLoaded}{' '}
          <button className="link" onClick={() => void loadBookingPage()} type="button">
            {appShellText.tryAgain}
          </button>
        </Note>
      )}
    </div>
  )
}

/** The plans of the selected date, or the fixed durations if there are none. */
export function Offers() {
  const hasPlans = useStore($hasPlans)
  const isLoading = useStore($arePlansLoading)
  const isMissing = useStore($highlightedChoice) === 'offer'
  const weekday = weekdayText(useStore($day))
  const headingId = useId()
  const labelProps = hasPlans ? { 'aria-labelledby': headingId } : { 'aria-label': commonText.duration }
  return (
    <section className="grid gap-2.5">
      {hasPlans ? (
        <SectionHeading id={headingId} title={bookingText.pricingPlan}>
          <span className="caption">{bookingText.weekdayPrices(weekday)}</span>
        </SectionHeading>
      ) : (
        <SectionHeading labelFor={FOCUS_TARGET_IDS.offer} title={commonText.duration}>
          <DurationSelect />
        </SectionHeading>
      )}
      <NotLoadedNote />
      {isMissing && <FieldError>{hasPlans ? bookingText.choosePlan : bookingText.chooseDuration}</FieldError>}
      <div
        {...labelProps}
        aria-busy={isLoading || undefined}
        className={`grid gap-2 md:grid-cols-2 ${isLoading ? 'cursor-progress' : ''}`}
        role="radiogroup"
      >
        <OfferCards />
      </div>
    </section>
  )
}

const CARD =
  'grid min-h-[68px] grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border py-2.5 pr-4 pl-3.5'

const CARD_CHOSEN = 'border-accent bg-accent-soft [box-shadow:inset_0_0_0_1px_var(--color-accent)]'

const CARD_FREE = 'border-line-strong bg-surface hover:bg-sunken'

const CARD_TOO_LONG = 'border-transparent bg-sunken text-ink-2'

function cardClasses(isChosen: boolean, fits: boolean): string {
  if (isChosen) return `${CARD} ${CARD_CHOSEN}`
  return `${CARD} ${fits ? CARD_FREE : CARD_TOO_LONG}`
}

function captionOf(offer: BookingOffer, obstacle: string | null, hasPlans: boolean): string {
  const remark = obstacle ?? commonText.perHour(rupeesText(pricePerHour(offer)))
  return bookingText.offerCaption(remark, hasPlans ? offer.hours : null)
}

/** Why an offer does not fit at the selected time. */
function obstacleText(obstacle: 'closing' | Date | null | undefined, day: Day): string | null {
  if (obstacle === 'closing') return bookingBlocksText.endsAfterClosing
  return obstacle ? bookingText.freeUntil(timeWithDay(obstacle, day)) : null
}

function OfferCards() {
  const chosen = useStore($offer)
  const hasPlans = useStore($hasPlans)
  const day = useStore($day)
  const obstacles = useStore($obstacles)
  return useStore($offers).map((offer, index) => {
    const isChosen = offer.key === chosen?.key
    const obstacle = obstacleText(obstacles.get(offer.key), day)
    return (
      <RadioCard
        checked={isChosen}
        className={cardClasses(isChosen, obstacle === null)}
        disabled={obstacle !== null && !isChosen}
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
          <span className="caption numeric block">{captionOf(offer, obstacle, hasPlans)}</span>
        </span>
        <span className="numeric text-right text-xl leading-[1.2] font-bold">{rupeesText(offer.cost)}</span>
      </RadioCard>
    )
  })
}
