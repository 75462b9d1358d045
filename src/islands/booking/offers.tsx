import { useId } from 'react'
import { pricePerHour, rupeesText } from '#domain/pricing.ts'
import { type Day, dayOf, dayText, hoursText, timeText, weekdayText } from '#domain/time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Select } from '#islands/ui/controls/select.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking.ts'
import { $conflictStarts } from '#stores/booking/availability.ts'
import { $highlightedChoice } from '#stores/booking/form.ts'
import { $arePlansLoading, $hasPlans, $offer, $offers, chooseOffer, type Offer } from '#stores/booking/offers.ts'
import { $day } from '#stores/booking/times.ts'
import { FOCUS_TARGET_IDS } from './focus-target-id.ts'
import { RadioCard } from './radio-card.tsx'
import { SectionHeading } from './section-head.tsx'

const CARD =
  'grid min-h-[68px] grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border py-2.5 pr-4 pl-3.5'
const CARD_CHOSEN = 'border-accent bg-accent-soft [box-shadow:inset_0_0_0_1px_var(--color-accent)]'
const CARD_FREE = 'border-line-strong bg-surface hover:bg-sunken'
const CARD_TOO_LONG = 'border-transparent bg-sunken text-ink-2'

function cardClasses(isChosen: boolean, fits: boolean): string {
  if (isChosen) return `${CARD} ${CARD_CHOSEN}`
  return `${CARD} ${fits ? CARD_FREE : CARD_TOO_LONG}`
}

function captionOf(offer: Offer, conflict: string | null, hasPlans: boolean): string {
  const remark = conflict ?? text.perHour(rupeesText(pricePerHour(offer)))
  return hasPlans ? `${hoursText(offer.hours)} · ${remark}` : remark
}

/** Why an offer does not fit at the selected time. */
function conflictText(from: Date | null | undefined, day: Day): string | null {
  if (!from) return null
  const conflictDay = dayOf(from)
  return text.takenFrom(conflictDay === day ? timeText(from) : `${timeText(from)}, ${dayText(conflictDay)}`)
}

function OfferCards() {
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
          <span className="cap num block">{captionOf(offer, conflict, hasPlans)}</span>
        </span>
        <span className="num text-right text-xl leading-[1.2] font-bold">{rupeesText(offer.cost)}</span>
      </RadioCard>
    )
  })
}

function DurationSelect() {
  const offers = useStore($offers)
  const chosen = useStore($offer)?.key
  const conflictStarts = useStore($conflictStarts)
  return (
    <div className="num min-w-0 font-semibold">
      <Select
        aria-invalid={useStore($highlightedChoice) === 'offer' || undefined}
        id={FOCUS_TARGET_IDS.offer}
        onChange={chooseOffer}
        small
        value={chosen ?? ''}
      >
        <option value="">{text.chooseDuration}</option>
        {offers.map(({ key, name }) => (
          <option disabled={Boolean(conflictStarts.get(key)) && key !== chosen} key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** The plans of the selected date, or the fixed durations if there are none. */
export function Offers({ property_name }: { property_name: string | null }) {
  const hasPlans = useStore($hasPlans)
  const isLoading = useStore($arePlansLoading)
  const isMissing = useStore($highlightedChoice) === 'offer'
  const weekday = weekdayText(useStore($day))
  const headingId = useId()
  const labelProps = hasPlans ? { 'aria-labelledby': headingId } : { 'aria-label': text.lengthOfRide }
  return (
    <section className="grid gap-2.5">
      {hasPlans ? (
        <SectionHeading id={headingId} title={text.pricingPlan}>
          {property_name && <span className="cap text-right">{text.plansOn(weekday, property_name)}</span>}
        </SectionHeading>
      ) : (
        <SectionHeading labelFor={FOCUS_TARGET_IDS.offer} title={text.duration}>
          <DurationSelect />
        </SectionHeading>
      )}
      {isMissing && (
        <p className="field-error">
          <Icon name="warning" size="s" />
          {hasPlans ? text.choosePlan : text.chooseDuration}
        </p>
      )}
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
