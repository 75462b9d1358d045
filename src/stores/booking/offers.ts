import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listPropertyPlans, type Plan } from '#contract/catalogue/catalogue.ts'
import type { Order } from '#contract/payments/orders.ts'
import { type TimeWindow, windowFrom } from '#domain/bookings/slots.ts'
import { type DurationChoice, plansOn, type Rates, rateFor } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES, DISMISSED_HOLD_SECONDS, DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import { type Clock, type Day, hoursText, instantAt, parseInstant, weekdayOf } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { latestOnly, logFailure } from '#stores/kit/requests.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { $day, $limits, $now, $slot, $timeError, type Limits, onDayChange } from './times.ts'

// Offers on the selected date: the property's pricing plans, or fixed durations if it has none.

export interface BookingOffer {
  key: string
  name: string
  hours: number
  /** Rupees for the whole ride. */
  cost: number
  /** The fields that identify the offer in the order request. */
  orderFields: { pricing_plan_id: string } | { duration_hours: DurationChoice }
}

export const $rates = atom<Rates>(DEFAULT_RATES)
const $plans = atom<{ day: Day; plans: readonly Plan[] }>({ day: '', plans: [] })
const $offerKey = atom<string | null>(null)

/** True while durations are offered because the plans of the date failed to load. */
export const $plansFailed = atom(false)
/** True while the usual rates are shown because those of the property failed to load. */
export const $ratesFailed = atom(false)

export const $hasPlans = computed($plans, ({ plans }) => plans.length > 0)
/** True while the loaded plans belong to another date. */
export const $arePlansLoading = computed([$plans, $day], ({ day }, chosen) => day !== chosen)

export const $offers = computed([$plans, $rates, $limits], ({ plans }, rates, limits) =>
  toBookingOffers(plans, rates, limits)
)

/** The server lists only the plans that the property's longest ride allows. One hour is always allowed. */
function toBookingOffers(plans: readonly Plan[], rates: Rates, { max_ride_hours }: Partial<Limits>): BookingOffer[] {
  if (plans.length > 0) return plans.map(offerFromPlan)
  const allowed = DURATION_CHOICES_HOURS.filter(hours => hours <= (max_ride_hours ?? hours))
  return allowed.map(hours => offerFromDuration(hours, rates))
}

/** The selected offer, if it is available on the selected date. */
export const $offer = computed([$offers, $offerKey], (offers, key) => offers.find(offer => offer.key === key) ?? null)

/** The ride's window, once start and offer are selected. */
export const $ride = computed([$day, $slot, $offer], (day, slot, offer) =>
  slot && offer ? windowFrom(instantAt(day, slot), offer.hours) : null
)

/** Whether a slot lies within the ride, after its start. */
export function isWithinRide(slot: Clock, day: Day, ride: ReturnType<typeof $ride.get>): boolean {
  const instant = instantAt(day, slot)
  return ride !== null && ride.start < instant && instant < ride.end
}

export function chooseOffer(key: string): void {
  $offerKey.set(key)
  $timeError.set('')
}

function offerFromPlan({ cost, hours, id, name }: Plan): BookingOffer {
  return { orderFields: { pricing_plan_id: id }, cost, hours, key: `plan-${id}`, name }
}

function offerFromDuration(hours: DurationChoice, rates: Rates): BookingOffer {
  const orderFields = { duration_hours: hours }
  return { orderFields, cost: rateFor(rates, hours), hours, key: `hours-${hours}`, name: hoursText(hours) }
}

/** Selects the shortest offer, until the rider selects another. */
export const chooseDefaultOffer = (): void => $offerKey.set(shortestOffer($offers.get()).key)

/** Both kinds of offers are sorted by length, and there always is one. */
const shortestOffer = (offers: readonly BookingOffer[]): BookingOffer => offers[0] as BookingOffer

/** What a hold has of its offer. */
export interface HeldOffer {
  hours: number
  /** Null if it is by the hour. */
  plan_name: string | null
}

interface InitialOffers {
  day: Day
  /** Is selected, if it is still offered. */
  hold?: HeldOffer | null
  plans: readonly Plan[]
  rates: Rates
}

/** SSR entries of the offers on the given day. `heldOffer` is that of the hold. */
export function initialOffers({ day, hold, plans, rates }: InitialOffers) {
  const offered = { day, plans: plansOn(weekdayOf(day), plans) }
  const offers = toBookingOffers(offered.plans, rates, {})
  const isByTheHour = offered.plans.length === 0
  const heldOffer =
    hold &&
    offers.find(({ hours, name }) => hours === hold.hours && (isByTheHour ? !hold.plan_name : name === hold.plan_name))
  const { key } = heldOffer ?? shortestOffer(offers)
  const entries: SsrEntries = [ssrEntry($plans, offered), ssrEntry($rates, rates), ssrEntry($offerKey, key)]
  return { entries, heldOffer }
}

const beginRequest = latestOnly()
let pendingLoad: Promise<void> = Promise.resolve()

/** Resolves when the plans of the selected date have loaded. */
export const plansLoaded = (): Promise<void> => pendingLoad

/** Reloads the plans when the date changes, except for the SSR day `loadedDay`. Returns an unsubscribe function. */
export function syncPlans(propertyId: string, loadedDay: Day | null): () => void {
  return onDayChange(loadedDay, day => {
    pendingLoad = loadPlans(propertyId, day)
  })
}

/** The day of the loaded plans. */
export const loadedPlansDay = (): Day => $plans.get().day

/** Plans of the previous property do not apply to the new one. */
export const clearPlans = (): void => $plans.set({ day: '', plans: [] })

async function loadPlans(propertyId: string, day: Day): Promise<void> {
  const isLatest = beginRequest()
  const response = await logFailure(
    call(listPropertyPlans, { params: { property_id: propertyId }, query: { booking_date: day } })
  )
  if (!isLatest()) return
  // Keep the plans of this day if the reload fails.
  if (response === null && $plans.get().day === day) return
  $plansFailed.set(response === null)
  $plans.set({ day, plans: plansOn(weekdayOf(day), response?.pricing_plans ?? []) })
}

// The hold that an unfinished payment leaves. Book Now reopens its order as long as the same ride is selected.

interface Hold {
  /** The id of its payment session. */
  id: string
  offerKey: string
  start: Date
  until: Date
  /** The rider closed the payment, so the server has shortened the hold. */
  isShortened: boolean
}

const $hold = atom<Hold | null>(null)

/** The live hold of the selected ride, or null. */
export const $selectedHold = computed([$hold, $offer, $ride, $now], (hold, offer, ride, now) => {
  const isSelected = hold?.offerKey === offer?.key && hold?.start.getTime() === ride?.start.getTime()
  return hold !== null && isSelected && hold.until > now ? hold : null
})

/** A hold of this scooter that the server knows, with what the page must show to continue it. */
export interface InitialHold extends HeldOffer {
  expires_at: string
  id: string
}

/** SSR entries of the hold, if its offer is still made. */
export function holdSsrEntries(
  { expires_at, id }: InitialHold,
  { day, offer, slot }: { day: Day; offer: BookingOffer; slot: Clock }
): SsrEntries {
  const { start } = windowFrom(instantAt(day, slot), offer.hours)
  return [ssrEntry($hold, { id, isShortened: false, offerKey: offer.key, start, until: parseInstant(expires_at) })]
}

/** Remembers the hold of an order that was not paid. `orderedAt` is when the order was received. */
export function keepHold(
  { hold_seconds, session_id }: Order,
  { offer, ride }: { offer: BookingOffer; ride: TimeWindow },
  orderedAt: Date
): void {
  // Another backend does not tell how long it holds a scooter.
  if (!hold_seconds) return
  const end = orderedAt.getTime() + hold_seconds * SECOND_MS
  const shortened = currentTime().getTime() + DISMISSED_HOLD_SECONDS * SECOND_MS
  $hold.set({
    id: session_id,
    isShortened: shortened < end,
    offerKey: offer.key,
    start: ride.start,
    until: new Date(Math.min(end, shortened))
  })
}

/** For an order that is paid, or may be. */
export function forgetHold({ session_id }: Order): void {
  if ($hold.get()?.id === session_id) $hold.set(null)
}
