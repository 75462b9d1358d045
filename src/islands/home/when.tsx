import type { FreeScooter } from '#contract/bookings/free-scooters.ts'
import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { rupeesText } from '#domain/money.ts'
import { bookingPath } from '#domain/routes.ts'
import { clockText, dayText, hoursText, parseInstant } from '#domain/time/india-time.ts'
import { rangeText, timeWithDay } from '#domain/time/time-texts.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { SelectField } from '#islands/ui/controls/field.tsx'
import { BookingBlockNote } from '#islands/ui/feedback/booking-notes.tsx'
import { ErrorState, Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { $hasPlans, $offer, $offers, chooseOffer } from '#stores/booking/offers.ts'
import {
  $day,
  $dayNotice,
  $now,
  $slot,
  $slotOfNow,
  $slots,
  $stripDays,
  $timeError,
  $timeNotice,
  chooseDay,
  chooseSlot
} from '#stores/booking/times.ts'
import { commonBlock, isAvailable } from '#stores/home/home.ts'
import {
  $blockAtTime,
  $free,
  $scootersAtTime,
  chooseStart,
  type FreeForRide,
  isKnown,
  nextFreeStart,
  retry,
  type ScooterAtTime
} from '#stores/home/when.ts'
import { CardOf, GRID, ScooterCard } from './scooter-card.tsx'

/** The time that the rider chooses, and the scooters that are free then. */
export function When() {
  // First, because it sets the clock of the others.
  const scooters = useStore($scootersAtTime)
  return (
    <>
      <Choice />
      <Found supportPhone={scooters[0]?.scooter.support_phone} />
      <Cards scooters={scooters} />
    </>
  )
}

function Choice() {
  return (
    <div className="card flex flex-col gap-3 p-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 max-md:*:last:col-span-full">
        <DaySelect />
        <StartSelect />
        <OfferSelect />
      </div>
      <TimeNotice />
    </div>
  )
}

function DaySelect() {
  return (
    <SelectField label={commonText.date} onChange={chooseDay} value={useStore($day)}>
      {useStore($stripDays).map(({ day, isBookable, isToday }) => (
        <option disabled={!isBookable} key={day} value={day}>
          {isToday ? commonText.today : dayText(day)}
        </option>
      ))}
    </SelectField>
  )
}

function StartSelect() {
  const slot = useStore($slot)
  const slotOfNow = useStore($slotOfNow)
  return (
    <SelectField label={commonText.startTime} onChange={chosen => chooseSlot(chosen || null)} value={slot ?? ''}>
      {slot === null && <option value="">{bookingText.chooseTime}</option>}
      {useStore($slots).map(each => (
        <option key={each} value={each}>
          {bookingText.shortStartText(clockText(each), each === slotOfNow)}
        </option>
      ))}
    </SelectField>
  )
}

function OfferSelect() {
  const hasPlans = useStore($hasPlans)
  return (
    <SelectField label={commonText.duration} onChange={chooseOffer} value={useStore($offer)?.key ?? ''}>
      {useStore($offers).map(({ cost, hours, key, name }) => (
        <option key={key} value={key}>
          {commonText.joinFacts(hasPlans ? hoursText(hours) : name, rupeesText(cost), hasPlans && name)}
        </option>
      ))}
    </SelectField>
  )
}

/** Why another time must be chosen. */
function TimeNotice() {
  const error = useStore($timeError)
  const notice = useStore($timeNotice)
  const dayNotice = useStore($dayNotice)
  const hasNoStarts = useStore($slots).length === 0
  const sentence = error || (hasNoStarts ? bookingBlocksText.noStartTimes : notice)
  return (
    <div className="grid gap-2 empty:-mt-3" role="status">
      {dayNotice && <Note kind="info">{dayNotice}</Note>}
      {sentence && <Note kind={error ? 'error' : 'warning'}>{sentence}</Note>}
    </div>
  )
}

/** How many are free, as far as the cards do not say it. */
function Found({ supportPhone }: { supportPhone: string | null | undefined }) {
  const free = useStore($free)
  const block = useStore($blockAtTime)
  if (free === 'failed') return <ErrorState onRetry={retry} title={bookingBlocksText.loadFailed} />
  return (
    <div className="relative grid gap-3 empty:-mt-3" role="status">
      {block && <BookingBlockNote block={block} supportPhone={supportPhone} />}
      {free === 'loading' && <p className="sr-only">{bookingBlocksText.loading}</p>}
      {isKnown(free) && <FoundSentence free={free} />}
    </div>
  )
}

function FoundSentence({ free }: { free: FreeForRide }) {
  const day = useStore($day)
  const container = useFocusFallback<HTMLDivElement>()
  const count = free.scooters.filter(each => each.free).length
  if (count > 0) return <p className="sr-only">{homeText.availableScooters(count)}</p>
  // A note says why.
  if (commonBlock(free.scooters) !== null) return null
  const next = nextFreeStart(free)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2" ref={container}>
      <p className="font-semibold">
        {free.scooters.some(each => each.own_ride) ? bookingText.overlappingOwnRide : bookingBlocksText.noneFree}
      </p>
      {next && (
        <Button kind="secondary" onClick={() => chooseStart(next)} isSmall>
          <Icon name="clock" />
          <span className="numeric">{timeWithDay(next, day)}</span>
        </Button>
      )}
    </div>
  )
}

function Cards({ scooters }: { scooters: readonly ScooterAtTime[] }) {
  const free = useStore($free)
  const now = useStore($now)
  // The cards of now would answer another question.
  if (free === 'failed') return null
  return (
    <ul aria-busy={free === 'loading' || undefined} className={GRID}>
      {scooters.map(({ atTime, scooter }) => {
        if (!isInService(scooter) || atTime?.booking_block || free === null)
          return <ScooterCard key={scooter.id} now={now} scooter={scooter} />
        if (free === 'loading' || atTime === null) return <LoadingCard key={scooter.id} scooter={scooter} />
        return <CardAtTime free={free} key={scooter.id} scooter={scooter} atTime={atTime} />
      })}
    </ul>
  )
}

/** The card of any other says why. */
const isInService = (scooter: Scooter) => isAvailable(scooter) || Boolean(scooter.bookable_later)

function LoadingCard({ scooter }: { scooter: Scooter }) {
  return (
    <CardOf isDimmed={false} scooter={scooter}>
      <SkeletonBlock className="h-6 w-40 max-w-full" />
      <SkeletonBlock className="h-11 rounded-control" />
    </CardOf>
  )
}

function CardAtTime({ free, scooter, atTime }: { free: FreeForRide; scooter: Scooter; atTime: FreeScooter }) {
  const { offer, ride } = free
  const day = useStore($day)
  const now = useStore($now)
  const next = atTime.next_free_at === null ? null : parseInstant(atTime.next_free_at)
  const pathOf = (start: Date) => bookAgainPath(scooter.id, windowFrom(start, offer.hours), now, offer.key)
  if (atTime.free)
    return (
      <CardOf isDimmed={false} scooter={scooter}>
        <p className="numeric font-semibold">{bookingBlocksText.freeFor(rangeText(ride.start, ride.end, now))}</p>
        <p className="caption numeric">{rupeesText(offer.cost)}</p>
        <LinkButton href={pathOf(ride.start)} isSmall isWide>
          {commonText.bookNow}
        </LinkButton>
      </CardOf>
    )
  return (
    <CardOf isDimmed scooter={scooter}>
      <p className="muted numeric">
        {next ? bookingBlocksText.freeFrom(timeWithDay(next, day)) : bookingBlocksText.notFreeWithinDay}
      </p>
      <LinkButton href={next ? pathOf(next) : bookingPath(scooter.id)} kind="secondary" isSmall isWide>
        {homeText.bookForLater}
      </LinkButton>
    </CardOf>
  )
}
