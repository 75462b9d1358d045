import { atom, onMount } from 'nanostores'
import { call, validationIssues } from '#client/http/api.ts'
import type { ApiError } from '#client/http/api-error.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { bookAtDesk, getDeskOffer } from '#contract/bookings/desk-booking.ts'
import type { ClientInput, ClientOutput } from '#contract/kit/endpoint.ts'
import { listRiders, type RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { ALL_SLOTS, slotStartOf } from '#domain/bookings/slots.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import { newRequestId } from '#domain/kit/text.ts'
import type { DeskMethod } from '#domain/payments.ts'
import { dayOf, instantAt, isDay, parseInstant } from '#domain/time/india-time.ts'
import { timeOrDayAndTimeText } from '#domain/time/time-texts.ts'
import * as deskText from '#messages/admin/desk.ts'
import { bookings, reloadAfterBooking } from '#stores/admin/bookings/booking-lists.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { latestOnly, onRefusal, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'

// The staff book by hand for a rider at the desk. The server says which scooters are free, the price and the rules that
// the ride bends, after each change.

/** The half hour that has begun. */
export const NOW = 'now'
const FIELDS = {
  property_id: '',
  rider: '',
  scooter_id: '',
  date: '',
  start: NOW,
  hours: '',
  amount: '',
  pay: 'cash',
  note: '',
  reason: ''
}
type Field = keyof typeof FIELDS
export type BookableRider = Pick<RiderForAdmin, 'id' | 'name' | 'phone' | 'property_id'>
type Quote = Omit<ClientOutput<typeof bookAtDesk>, 'booking'> & { start_time: string }

const errors = formErrors<Field>({
  aliases: { start_time: 'start', user_id: 'rider' },
  fields: Object.keys(FIELDS) as Field[],
  isQuiet: true
})
const { $fields, setField: setTyped } = formFields<Field>(FIELDS, errors.clearError)
/** By the form itself, which leaves what it says of an error. */
const fill = (field: Field, text: string) => $fields.setKey(field, text)
export const newBookingForm = { ...errors, $fields, setField }

export const $isNewBookingOpen = atom(false)
export const $isBooking = atom(false)
/** For whom it is; null: the search is open. */
export const $chosenRider = atom<BookableRider | null>(null)
/** What the search has found; null before it is used. */
export const $foundRiders = atom<readonly BookableRider[] | null>(null)
export const $deskScooters = atom<ClientOutput<typeof getDeskOffer>['scooters']>([])
const $quote = atom<Quote | null>(null)
/** Why it cannot be booked as it is. */
export const $obstacle = atom<string | null>(null)
/** '₹140 · until 1:00 pm' */
export const $priceLine = computed($quote, quote =>
  quote ? deskText.priceLine(quote.price, timeOrDayAndTimeText(parseInstant(quote.end_time), currentTime())) : ''
)
export const $bends = computed($quote, quote => quote?.bends ?? [])
export const $needsReason = computed([$quote, $fields], (quote, { amount, pay }) => {
  const isLess = quote !== null && parseWholeNumber(amount) < quote.price
  return pay === 'free' || isLess || (quote?.bends ?? []).length > 0
})
const isTyped = () => $isNewBookingOpen.get() && ($chosenRider.get() !== null || $fields.get().rider !== '')
onMount($fields, () => confirmUnsaved(isTyped))

/**
 * What this request answers, null after its failure is shown beside the ride, or undefined if the form has asked for
 * something else meanwhile.
 */
async function latestAnswer<T>(isLatest: () => boolean, request: Promise<T>): Promise<T | null | undefined> {
  const showFailure = (sentence: string) => isLatest() && $obstacle.set(sentence)
  const answer = await formErrors({ fields: [], showFailure }).toastFailure(request, deskText.loadFailed)
  return isLatest() ? answer : undefined
}

type Request = ClientInput<typeof bookAtDesk>['body']
type RiderRefusal = keyof typeof deskText.OF_RIDER

/** The answer, or why this rider may not have the ride. */
const send = (body: Request) =>
  onRefusal(
    call(bookAtDesk, { body }),
    Object.keys(deskText.OF_RIDER) as RiderRefusal[],
    ({ code }): string => deskText.OF_RIDER[code as RiderRefusal]
  )

/** A repeated press books once. Another booking has another id. */
let bookingId = newRequestId()
/** The price that the form has filled in as the amount. */
let filledAmount = ''
const [beginOffer, beginQuote, beginSearch] = [latestOnly(), latestOnly(), latestOnly()]

/** Null while the day is being typed. */
function chosenStart(): Date | null {
  const { date, start } = $fields.get()
  const now = currentTime()
  if (start === NOW && date === dayOf(now)) return slotStartOf(now)
  return isDay(date) && start !== NOW ? instantAt(date, start) : null
}

/** The starts of the chosen day, without those that have begun. */
export function startsOn(day: string): readonly string[] {
  const now = currentTime()
  return ALL_SLOTS.filter(slot => isDay(day) && instantAt(day, slot) > now)
}

/** They decide which scooters are free. */
const OFFER_FIELDS: readonly Field[] = ['date', 'hours', 'property_id', 'start']

function setField(field: Field, text: string): void {
  setTyped(field, text)
  bookingId = newRequestId()
  if (field === 'rider') return void searchRiders()
  if (field === 'property_id') clearRider()
  if (field === 'date') keepStart()
  const changesOffer = OFFER_FIELDS.includes(field)
  if (changesOffer || field === 'scooter_id') dropQuote()
  if (changesOffer) void loadOffer()
  if (field === 'scooter_id') void loadQuote()
}

/** A day ahead has no 'Now'. */
function keepStart(): void {
  const { date, start } = $fields.get()
  if (!isDay(date)) return
  const isToday = date === dayOf(currentTime())
  const starts = startsOn(date)
  if (isToday ? start !== NOW && !starts.includes(start) : start === NOW) fill('start', isToday ? NOW : '10:00')
}

/** It is of another ride by now. */
function dropQuote(): void {
  beginQuote()
  $quote.set(null)
}

function clearRider(): void {
  beginSearch()
  $chosenRider.set(null)
  $foundRiders.set(null)
  fill('rider', '')
}

async function searchRiders(): Promise<void> {
  const isLatest = beginSearch()
  const { property_id, rider } = $fields.get()
  if (rider.trim().length < 2) return $foundRiders.set(null)
  const query = { per_page: '6', property_id, q: rider.trim() }
  const found = await latestAnswer(isLatest, call(listRiders, { query }))
  if (!found) return
  $foundRiders.set(found)
  $obstacle.set(null)
}

export function chooseRider(rider: BookableRider): void {
  beginSearch()
  bookingId = newRequestId()
  errors.clearError('rider')
  // A guest who is known already can be of another property.
  if (rider.property_id) fill('property_id', rider.property_id)
  $chosenRider.set(rider)
  void loadOffer()
}

export function changeRider(): void {
  clearRider()
  dropQuote()
}

/** The free scooters for the time. One that was chosen stays if it is free, else the first free one is chosen. */
async function loadOffer(): Promise<void> {
  const isLatest = beginOffer()
  const { hours, property_id: id } = $fields.get()
  const start = chosenStart()
  if (start === null || !id) return
  const user = $chosenRider.get()
  const query = { start: start.toISOString(), ...(hours && { hours }), ...(user && { user_id: user.id }) }
  const offer = await latestAnswer(isLatest, call(getDeskOffer, { params: { id }, query }))
  if (!offer) return
  const free = offer.scooters.filter(({ is_free }) => is_free)
  const chosen = free.find(each => each.id === $fields.get().scooter_id) ?? free[0] ?? offer.scooters[0]
  $deskScooters.set(offer.scooters)
  fill('hours', String(offer.hours))
  fill('scooter_id', chosen?.id ?? '')
  await loadQuote()
}

/** The ride as the form has it. */
function rideOf() {
  const { hours, pay, scooter_id } = $fields.get()
  return {
    hours: Number(hours),
    id: bookingId,
    pay: pay as DeskMethod,
    scooter_id,
    start_time: chosenStart()?.toISOString() ?? '',
    user_id: $chosenRider.get()?.id ?? ''
  }
}

/** An amount that nobody has changed follows the price. */
async function loadQuote(): Promise<void> {
  const isLatest = beginQuote()
  const ride = rideOf()
  if (!ride.user_id || !ride.scooter_id || !ride.start_time) return
  const answer = await latestAnswer(isLatest, send({ ...ride, dry_run: true }))
  if (answer === undefined) return
  const quote = typeof answer === 'string' ? null : answer
  $quote.set(quote && { ...quote, start_time: ride.start_time })
  if (answer !== null) $obstacle.set(typeof answer === 'string' ? answer : null)
  if (quote === null) return
  if (!['', filledAmount].includes($fields.get().amount)) return
  filledAmount = String(quote.price)
  fill('amount', filledAmount)
}

/** Gets what was booked. */
let onBooked: (booking: BookingForAdmin) => Promise<void> = async () => undefined

/** What was typed stays until it is booked. */
export function openNewBooking(whenBooked: typeof onBooked): void {
  onBooked = whenBooked
  const { property_id } = $fields.get()
  const [first] = $propertyNames.get()
  errors.clearErrors()
  $isNewBookingOpen.set(true)
  if (!property_id) fill('property_id', bookings.$query.get().filters.property_id || first?.id || '')
  if (!($fields.get().date >= dayOf(currentTime()))) fill('date', dayOf(currentTime()))
  keepStart()
  void loadOffer()
}

export const closeNewBooking = (): void => $isNewBookingOpen.set(false)

function clear(): void {
  bookingId = newRequestId()
  for (const [field, text] of Object.entries(FIELDS)) if (field !== 'property_id') fill(field as Field, text)
  clearRider()
  dropQuote()
  $obstacle.set(null)
}

export function cancelNewBooking(): void {
  clear()
  closeNewBooking()
}

function requestOf(): Request {
  const { amount, note, pay, reason } = $fields.get()
  const quote = $quote.get()
  return {
    ...rideOf(),
    // Without a price, the server says why.
    amount: pay === 'free' || quote === null ? 0 : parseWholeNumber(amount),
    bends: quote?.bends ?? [],
    note,
    reason,
    // What the form shows of it, also if the next half hour has begun.
    ...(quote && { price: quote.price, start_time: quote.start_time })
  }
}

/** Says what has changed, beside the refusal. Without an answer it may be booked: the next press asks for the same. */
function refresh(refused: ApiError): never {
  void loadQuote()
  throw refused
}

export async function book(): Promise<void> {
  await whileBusy($isBooking, deskText.bookFailed, async () => {
    if ($quote.get() === null) await loadOffer()
    const body = requestOf()
    if (errors.showIssues(validationIssues(bookAtDesk.body, body))) return
    const answer = await errors.toastFailure(
      onRefusal(send(body), ({ status }) => status < 500, refresh),
      deskText.bookFailed
    )
    if (typeof answer === 'string') {
      errors.showErrors(answer, {})
      return void loadQuote()
    }
    if (answer?.booking == null) return
    const { booking } = answer
    cancelNewBooking()
    return async () => {
      await onBooked(booking)
      toast('success', deskText.booked(booking.scooter_name, booking.user_name))
      await reloadAfterBooking()
    }
  })
}
