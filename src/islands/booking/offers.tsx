import { useId } from 'react'
import { perHour, rupeesText } from '#domain/pricing.ts'
import { type Day, dayOf, dayText, hoursText, timeText, weekdayText } from '#domain/time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Select } from '#islands/ui/controls/select.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking.ts'
import { $takenFrom } from '#stores/booking/availability.ts'
import { $missing } from '#stores/booking/form.ts'
import { $hasPlans, $offer, $offers, $plansOnTheWay, chooseOffer, type Offer } from '#stores/booking/offers.ts'
import { $day } from '#stores/booking/times.ts'
import { CONCERN_IDS } from './concerns.ts'
import { RadioCard } from './radio-card.tsx'
import { SectionHead } from './section-head.tsx'

const CARD =
  'grid min-h-[68px] grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border py-2.5 pr-4 pl-3.5'
const CHOSEN = 'border-accent bg-accent-soft [box-shadow:inset_0_0_0_1px_var(--color-accent)]'
const FREE = 'border-line-strong bg-surface hover:bg-sunken'
const TOO_LONG = 'border-transparent bg-sunken text-ink-2'

function lookOf(is_chosen: boolean, fits: boolean): string {
  if (is_chosen) return `${CARD} ${CHOSEN}`
  return `${CARD} ${fits ? FREE : TOO_LONG}`
}

function captionOf(offer: Offer, obstacle: string | null, has_plans: boolean): string {
  const remark = obstacle ?? text.perHour(rupeesText(perHour(offer)))
  return has_plans ? `${hoursText(offer.hours)} · ${remark}` : remark
}

/** Why an offer does not fit from the chosen time. */
function obstacleText(from: Date | null | undefined, day: Day): string | null {
  if (!from) return null
  const day_of_it = dayOf(from)
  return text.takenFrom(day_of_it === day ? timeText(from) : `${timeText(from)}, ${dayText(day_of_it)}`)
}

function OfferCards() {
  const chosen = useStore($offer)
  const has_plans = useStore($hasPlans)
  const day = useStore($day)
  const taken_from = useStore($takenFrom)
  return useStore($offers).map((offer, index) => {
    const is_chosen = offer.key === chosen?.key
    const obstacle = obstacleText(taken_from.get(offer.key), day)
    return (
      <RadioCard
        checked={is_chosen}
        className={lookOf(is_chosen, obstacle === null)}
        disabled={obstacle !== null && !is_chosen}
        id={index === 0 && has_plans ? CONCERN_IDS.offer : undefined}
        key={offer.key}
        name="offer"
        onChoose={() => chooseOffer(offer.key)}
      >
        <span
          aria-hidden="true"
          className={`size-[22px] rounded-full ${is_chosen ? 'border-[7px] border-accent' : 'border-2 border-line-strong'}`}
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="h3 block">{offer.name}</span>
          <span className="cap num block">{captionOf(offer, obstacle, has_plans)}</span>
        </span>
        <span className="num text-right text-xl leading-[1.2] font-bold">{rupeesText(offer.cost)}</span>
      </RadioCard>
    )
  })
}

function DurationSelect() {
  const offers = useStore($offers)
  const chosen = useStore($offer)?.key
  const taken_from = useStore($takenFrom)
  return (
    <div className="num min-w-0 font-semibold">
      <Select
        aria-invalid={useStore($missing) === 'offer' || undefined}
        id={CONCERN_IDS.offer}
        onChange={chooseOffer}
        small
        value={chosen ?? ''}
      >
        <option value="">{text.chooseDuration}</option>
        {offers.map(({ key, name }) => (
          <option disabled={Boolean(taken_from.get(key)) && key !== chosen} key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** The plans of the chosen date; without any, the durations. */
export function Offers({ property_name }: { property_name: string | null }) {
  const has_plans = useStore($hasPlans)
  const on_the_way = useStore($plansOnTheWay)
  const is_missing = useStore($missing) === 'offer'
  const weekday = weekdayText(useStore($day))
  const heading_id = useId()
  const names = has_plans ? { 'aria-labelledby': heading_id } : { 'aria-label': text.lengthOfRide }
  return (
    <section className="grid gap-2.5">
      {has_plans ? (
        <SectionHead id={heading_id} title={text.pricingPlan}>
          {property_name && <span className="cap text-right">{text.plansOn(weekday, property_name)}</span>}
        </SectionHead>
      ) : (
        <SectionHead label_for={CONCERN_IDS.offer} title={text.duration}>
          <DurationSelect />
        </SectionHead>
      )}
      {is_missing && (
        <p className="field-error">
          <Icon name="warning" size="s" />
          {has_plans ? text.choosePlan : text.chooseDuration}
        </p>
      )}
      <div
        {...names}
        aria-busy={on_the_way || undefined}
        className={`grid gap-2 md:grid-cols-2 ${on_the_way ? 'cursor-progress' : ''}`}
        role="radiogroup"
      >
        <OfferCards />
      </div>
    </section>
  )
}
