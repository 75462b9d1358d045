import { atom } from 'nanostores'
import { whenVisibleAgain } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { type FreeScooter, listFreeScooters } from '#contract/bookings/free-scooters.ts'
import { getPropertyPricing } from '#contract/catalogue/catalogue.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { clockOf, dayOf, parseInstant } from '#domain/time/india-time.ts'
import * as offers from '#stores/booking/offers.ts'
import * as times from '#stores/booking/times.ts'
import { isLoaded, type Loadable, latestOnly, logFailure, onRefusal } from '#stores/kit/requests.ts'
import { computed, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import {
  $freeCount,
  $isWhenOpen,
  $scooters,
  commonBlock,
  keepChoice,
  keptChoice,
  loadHome,
  scooterList,
  sortAvailableFirst
} from './home.ts'

// The scooters of Home at a time that the rider chooses. The date, the start and the offers are those of the booking
// page (stores/booking).

/** Which scooters are free for a ride. */
export interface FreeForRide {
  offer: offers.BookingOffer
  ride: TimeWindow
  scooters: readonly FreeScooter[]
}

/** The property whose prices have loaded. */
const $pricedProperty = atom<string | null>(null)

/** What is asked, as text, so that nothing is asked twice; null before it is known. */
const $question = computed(
  [$pricedProperty, offers.$ride, offers.$offer, offers.$arePlansLoading],
  (property, ride, offer, arePlansLoading) =>
    property && ride && offer && !arePlansLoading ? `${property} ${ride.start.toISOString()} ${offer.key}` : null
)

const $answer = atom<{ free: FreeForRide | 'failed'; question: string } | null>(null)

/** Null while no time is chosen. Nothing is offered without its price. */
export const $free = computed(
  [times.$slot, $question, $answer, offers.$plansFailed, offers.$ratesFailed],
  (slot, question, answer, plansFailed, ratesFailed): Loadable<FreeForRide> | null => {
    if (plansFailed || ratesFailed) return 'failed'
    if (slot === null) return null
    return answer !== null && answer.question === question ? answer.free : 'loading'
  }
)

export const isKnown = (free: ReturnType<typeof $free.get>): free is FreeForRide => free !== null && isLoaded(free)

/** The free ones come first, then those that are free sooner. */
const rankOf = (atTime: FreeScooter | undefined) => (atTime?.free ? '' : (atTime?.next_free_at ?? 'never'))

/** The scooters in the order in which they are shown, and what is known of them at the chosen time. */
export const $scootersAtTime = computed([$free, $scooters], (free, scooters) => {
  const listed = scooterList(scooters) ?? []
  const found = new Map(isKnown(free) ? free.scooters.map(each => [each.id, each]) : [])
  return (isKnown(free) ? listed : sortAvailableFirst(listed))
    .map(scooter => ({ rank: rankOf(found.get(scooter.id)), scooter, atTime: found.get(scooter.id) ?? null }))
    .sort((one, other) => Number(one.rank > other.rank) - Number(one.rank < other.rank))
})

export type ScooterAtTime = ReturnType<typeof $scootersAtTime.get>[number]

/** When a first scooter is free, if none is at the chosen time. */
export function nextFreeStart({ scooters }: FreeForRide): Date | null {
  const [first] = scooters.flatMap(({ next_free_at }) => next_free_at ?? []).sort()
  return first === undefined || scooters.some(({ free }) => free) ? null : parseInstant(first)
}

/** Why the rider may have none of them then, if Home does not say it already. */
export const $blockAtTime = computed([$free, $scooters], (free, scooters) =>
  isKnown(free) && commonBlock(scooterList(scooters) ?? []) === null ? commonBlock(free.scooters) : null
)

export function chooseStart(start: Date): void {
  times.chooseDay(dayOf(start))
  times.chooseSlot(clockOf(start))
}

const beginRequest = latestOnly()

async function load(): Promise<void> {
  const isLatest = beginRequest()
  const [offer, ride] = [offers.$offer.get(), offers.$ride.get()]
  const [property, question] = [$pricedProperty.get(), $question.get()]
  if (!offer || !property || !question || !ride) return
  const query = { hours: String(offer.hours), start: ride.start.toISOString() }
  const request = call(listFreeScooters, { params: { property_id: property }, query })
  const isRefused = ({ status }: { status: number }) => status === 400
  const scooters = await logFailure(
    onRefusal(request, isRefused, ({ sentence = '' }) => {
      if (isLatest()) showRefusal(sentence)
      return 'refused' as const
    })
  )
  if (!isLatest() || scooters === 'refused') return
  // A failed refresh keeps what is known.
  if (scooters || $answer.get()?.question !== question)
    $answer.set({ free: scooters === null ? 'failed' : { offer, ride, scooters }, question })
}

/** The device's clock was wrong, or the property has other rules than a moment ago. */
function showRefusal(sentence: string): void {
  times.checkClock()
  if (times.$slot.get() === null) return
  times.rejectTime(sentence)
  void loadHome()
}

let shownProperty: string | null = null
let stopPlans: () => void = () => undefined

async function loadPrices(property: string): Promise<void> {
  shownProperty = property
  $pricedProperty.set(null)
  stopPlans()
  stopPlans = offers.syncPlans(property, null)
  const rates = await logFailure(call(getPropertyPricing, { params: { property_id: property } }))
  if (property !== shownProperty) return
  offers.$rates.set(rates ?? DEFAULT_RATES)
  offers.$ratesFailed.set(rates === null)
  $pricedProperty.set(property)
}

/** Loads everything again after a failure. */
export function retry(): void {
  $answer.set(null)
  for (const $failed of [offers.$plansFailed, offers.$ratesFailed]) $failed.set(false)
  if (shownProperty !== null) void loadPrices(shownProperty)
}

/** How long the ride is that the rider has chosen. */
let hours: number | null = null

/** Another date may have other plans. An offer of as many hours stays chosen, else the shortest is. */
function keepOffer(): void {
  const offer = offers.$offer.get()
  const same = offers.$offers.get().find(each => each.hours === hours)
  if (offer) hours = offer.hours
  else if (same) offers.chooseOffer(same.key)
  else offers.chooseDefaultOffer()
}

const $choice = computed([$isWhenOpen, times.$day, times.$slot, offers.$offer], (isOpen, day, slot, offer) =>
  isOpen ? { day, hours: offer?.hours ?? hours, slot } : null
)

/** Returns whether there was one. A kept time that has passed is cleared with the limits, which the choice says. */
function chooseKept(): boolean {
  const kept = keptChoice()
  if (kept === null) return false
  times.chooseDay(kept.day)
  if (times.$day.get() !== kept.day) return false
  hours = kept.hours
  times.chooseSlot(kept.slot)
  return true
}

/** Follows the rider's property and its rules. */
function followScooters(scooters: ReturnType<typeof $scooters.get>): void {
  const [first] = scooterList(scooters) ?? []
  if (!first?.property_id) return
  times.applyLimits(first)
  if (first.property_id === shownProperty) void load()
  else void loadPrices(first.property_id)
}

whenMounted($scootersAtTime, () => {
  // The first date depends on them.
  times.$limits.set(scooterList($scooters.get())?.[0] ?? times.$limits.get())
  const stopClock = times.startClockCheck()
  if (!chooseKept() && times.$slot.get() === null) times.chooseSlot(times.$slots.get()[0] ?? null)
  const stop = stopAll([
    stopClock,
    offers.$offer.subscribe(keepOffer),
    $scooters.subscribe(followScooters),
    $question.subscribe(() => void load()),
    $choice.subscribe(keepChoice),
    $free.subscribe(free => $freeCount.set(isKnown(free) ? free.scooters.filter(each => each.free).length : null)),
    whenVisibleAgain(() => void load())
  ])
  return () => {
    stop()
    stopPlans()
    shownProperty = null
    $freeCount.set(null)
  }
})
