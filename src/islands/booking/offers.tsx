import { useId } from 'react'
import { weekdayText } from '#domain/time/india-time.ts'
import { FieldError } from '#islands/ui/controls/field-error.tsx'
import { Select } from '#islands/ui/controls/select.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { tryAgain } from '#messages/app-shell.ts'
import * as text from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import { $conflictStarts } from '#stores/booking/availability.ts'
import { $highlightedChoice } from '#stores/booking/book.ts'
import {
  $arePlansLoading,
  $hasPlans,
  $offer,
  $offers,
  $plansFailed,
  $ratesFailed,
  chooseOffer
} from '#stores/booking/offers.ts'
import { loadBookingPage } from '#stores/booking/page-data.ts'
import { $day } from '#stores/booking/times.ts'
import { FOCUS_TARGET_IDS } from './focus-target-id.ts'
import { OfferCards } from './offer-cards.tsx'
import { SectionHeading } from './section-heading.tsx'

function DurationSelect() {
  const offers = useStore($offers)
  const chosen = useStore($offer)?.key
  const conflictStarts = useStore($conflictStarts)
  return (
    <div className="numeric min-w-0 font-semibold">
      <Select
        aria-invalid={useStore($highlightedChoice) === 'offer' || undefined}
        id={FOCUS_TARGET_IDS.offer}
        onChange={chooseOffer}
        isSmall
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

/** Says which prices could not be loaded. The region is always there, so that screen readers announce the note. */
function NotLoadedNote() {
  const plansFailed = useStore($plansFailed)
  const ratesFailed = useStore($ratesFailed)
  const isLoading = useStore($arePlansLoading)
  return (
    <div className="empty:-mb-2.5" role="status">
      {(plansFailed || ratesFailed) && !isLoading && (
        <Note kind="warning">
          {plansFailed ? text.plansNotLoaded : text.ratesNotLoaded}{' '}
          <button className="link" onClick={() => void loadBookingPage()} type="button">
            {tryAgain}
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
  const labelProps = hasPlans ? { 'aria-labelledby': headingId } : { 'aria-label': labels.duration }
  return (
    <section className="grid gap-2.5">
      {hasPlans ? (
        <SectionHeading id={headingId} title={text.pricingPlan}>
          <span className="caption">{text.weekdayPrices(weekday)}</span>
        </SectionHeading>
      ) : (
        <SectionHeading labelFor={FOCUS_TARGET_IDS.offer} title={labels.duration}>
          <DurationSelect />
        </SectionHeading>
      )}
      <NotLoadedNote />
      {isMissing && <FieldError>{hasPlans ? text.choosePlan : text.chooseDuration}</FieldError>}
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
