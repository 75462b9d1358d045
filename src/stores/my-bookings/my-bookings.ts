import { atom } from 'nanostores'
import { copyText, goTo, isOffline, isStandIn, whenVisibleAgain } from '#client/device/browser.ts'
import { callPage } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { $token } from '#client/session/token.ts'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { type DisplayStatus, displayStatus } from '#domain/booking-status.ts'
import {
  ARRIVAL_REFRESH_MS,
  FIRST_PAGE_RIDES,
  REFRESH_INDICATOR_MS,
  RIDES_A_PAGE,
  SAVED_PATIENCE_MS
} from '#domain/constants.ts'
import { MY_BOOKINGS_ITSELF } from '#domain/routes.ts'
import { dateText, dayOf, dayText, instantFrom, rangeText, spanText, timeText } from '#domain/time.ts'
import { scooterFallbackName } from '#messages/common.ts'
import * as text from '#messages/my-bookings.ts'
import { holdEnded } from '#messages/payment-results.ts'
import { toast } from '#stores/app/toasts.ts'
import { $confirming, followConfirming, stopConfirming } from '#stores/booking/confirming.ts'
import { quietly, whileBusy } from '#stores/kit/busy.ts'
import { computed, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { $session, whenSignedIn } from '#stores/session/session.ts'
import { $outdated, followNetwork, markOutdated, saveBookings, savedBookings } from './saved-bookings.ts'

export interface Sections {
  /** Paid and not ended, or waiting for a payment that can still come; the soonest first. */
  current: Booking[]
  /** What the rider must hear of, then the latest. */
  not_completed: Booking[]
  /** The latest first. */
  past: Booking[]
}

/** Whoever may still come downstairs for a ride must see that there is none. */
export function isNews({ end_time, payment_status }: Booking, now: Date): boolean {
  return ['Cancelled', 'Refunded'].includes(payment_status) && instantFrom(end_time) > now
}

/** Where each booking stands at `now` (spec §4, decisions 38 and 39). */
export function sectionsOf(bookings: readonly Booking[], now: Date): Sections {
  // Each start is read once: this is done every second, and another backend may have answered with thousands.
  const sorted = bookings
    .map(booking => ({ at: instantFrom(booking.start_time).getTime(), booking, status: displayStatus(booking, now) }))
    .sort((one, other) => one.at - other.at)
  const having = (...statuses: DisplayStatus[]) =>
    sorted.filter(({ status }) => statuses.includes(status)).map(({ booking }) => booking)
  const rank = (booking: Booking) => Number(isNews(booking, now))
  return {
    current: having('Active', 'Upcoming', 'Payment Pending'),
    not_completed: having('Failed')
      .reverse()
      .sort((one, other) => rank(other) - rank(one)),
    past: having('Completed').reverse()
  }
}

export function isPaid({ payment_status }: Booking): boolean {
  return payment_status === 'Completed'
}

export function scooterName({ scooter }: Booking): string {
  return scooter?.name || scooterFallbackName
}

/** How long an unpaid booking is still held; without end where the backend sets no limit. */
export function heldForMs({ expires_at }: Booking, now: Date): number {
  return expires_at ? Math.max(0, instantFrom(expires_at).getTime() - now.getTime()) : Number.POSITIVE_INFINITY
}

/** How much of the ride has gone, 0 to 1. */
export function elapsedShare(booking: Booking, now: Date): number {
  const start = instantFrom(booking.start_time).getTime()
  const end = instantFrom(booking.end_time).getTime()
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)))
}

/** 'Starts in 46 min' before a ride, '2 h 16 min left' during it. */
export function untilText(booking: Booking, now: Date): string | null {
  const toStart = instantFrom(booking.start_time).getTime() - now.getTime()
  const toEnd = instantFrom(booking.end_time).getTime() - now.getTime()
  if (toStart > 0) return text.startsIn(spanText(toStart))
  return toEnd >= 0 ? text.timeLeft(spanText(toEnd)) : null
}

/** 'Sat 13 Jun · 6:30 – 9:30 pm', with the year when it is another than now's. */
export function rideText(booking: Booking, now: Date): string {
  const start = instantFrom(booking.start_time)
  const day = dayOf(start)
  const sameYear = day.slice(0, 4) === dayOf(now).slice(0, 4)
  return `${sameYear ? dayText(day) : dateText(day)} · ${rangeText(start, instantFrom(booking.end_time))}`
}

/** '7:42 pm', with the day when it is another than now's. */
export function momentText(moment: Date, now: Date): string {
  const day = dayOf(moment)
  return day === dayOf(now) ? timeText(moment) : `${timeText(moment)}, ${dayText(day)}`
}

/** What the page comes with where it was drawn with its data. */
export interface MyBookingsStart {
  bookings: readonly Booking[]
  has_more: boolean
  /** When it was drawn, an instant in ISO. */
  now: string
}

export const $bookings = atom<readonly Booking[] | 'failed' | 'loading'>('loading')

/** Whether there are more than have come; null where the backend has answered with all of them. */
export const $hasMore = atom<boolean | null>(null)

/** The pages after the first one (older-bookings.ts). */
export const $older = atom<readonly Booking[]>([])

/** How many of each section are drawn. */
export const $drawn = atom<Readonly<Record<keyof Sections, number>>>({
  current: RIDES_A_PAGE,
  not_completed: RIDES_A_PAGE,
  past: RIDES_A_PAGE
})

/** When what is on screen was told by the backend. */
const $shownAt = atom<Date | null>(null)

export function myBookingsEntries({ bookings, has_more, now }: MyBookingsStart): Entries {
  return [holds($bookings, bookings), holds($hasMore, has_more), holds($shownAt, new Date(now))]
}

const $refreshes = atom(0)
export const $refreshing = computed($refreshes, running => running > 0)

/** The booking whose payment is being completed. */
export const $paying = atom<string | null>(null)
const $processing = atom(false)

let asked = 0
let shown = 0
let expiry: ReturnType<typeof setTimeout> | undefined

const sayNothing = () => undefined

// Another backend knows no pages, and is asked for the list as the spec has it.
const FIRST_PAGE: Record<string, string> = IS_EXTERNAL_BACKEND ? {} : { limit: String(FIRST_PAGE_RIDES) }

/** What is done with the older pages when a new first page has come. */
export const olderPages = {
  keep: (_fresh: readonly Booking[], _has_more: boolean | null): void => undefined
}

async function load(sayTrouble: () => void = sayFailed): Promise<void> {
  const request = ++asked
  const token = $token.get()
  const page = await quietly(callPage(listMyBookings, FIRST_PAGE))
  // A refused token has ended the session, and the visitor is on his way to the sign-in.
  if ($session.get() === null) return
  if (page === null) {
    if (request === asked) doWithout(sayTrouble)
  } else if (request > shown) {
    shown = request
    const now = new Date()
    const bookings = page.rows
    $shownAt.set(now)
    olderPages.keep(bookings, page.has_more)
    $hasMore.set(page.has_more)
    $bookings.set(bookings)
    $outdated.set(null)
    saveBookings(token, bookings, now)
    follow(bookings)
  }
}

/** The page came with them; out of the browser's cache, perhaps, and not of today. */
function begin(given: readonly Booking[]): void {
  const drawn_at = $shownAt.get()
  if (drawn_at) saveBookings($token.get(), given, drawn_at)
  if (drawn_at && isOffline()) markOutdated(drawn_at)
  follow(given)
}

function follow(bookings: readonly Booking[]): void {
  watchHolds(bookings)
  followConfirming(bookings, () => void load(sayNothing))
}

/** What the device has saved takes the place of a list that has not come; answers whether there is anything. */
function showSaved(): boolean {
  if (Array.isArray($bookings.get())) return false
  const saved = savedBookings(new Date())
  if (saved === null) return false
  $bookings.set(saved.bookings)
  markOutdated(saved.saved_at)
  return true
}

/** The bar that says how old the list is says it all, where the device knows that it is offline. */
function doWithout(sayTrouble: () => void): void {
  if (showSaved() || $outdated.get()?.is_offline) return
  sayTrouble()
  const shown_at = $shownAt.get()
  if (shown_at) markOutdated(shown_at)
}

function sayFailed(): void {
  const before = $bookings.get()
  if (before === 'failed') return
  toast('error', text.loadFailed)
  if (before === 'loading') $bookings.set('failed')
}

function watchHolds(bookings: readonly Booking[]): void {
  clearTimeout(expiry)
  const now = new Date()
  const held = bookings.filter(booking => displayStatus(booking, now) === 'Payment Pending' && booking.expires_at)
  const [next] = held.sort((one, other) => heldForMs(one, now) - heldForMs(other, now))
  if (next) expiry = setTimeout(() => void endHold(next), heldForMs(next, now))
}

/** A hold that ends before the rider's eyes is said, unless the money came in time after all. */
async function endHold(held: Booking): Promise<void> {
  const wasPaid = $confirming.get().includes(held.id)
  await refreshBookings()
  const bookings = $bookings.get()
  // It may have gone to a later page.
  const ended = Array.isArray(bookings) && ((bookings as Booking[]).find(({ id }) => id === held.id) ?? held)
  if (!ended || wasPaid || $paying.get() !== null) return
  if (displayStatus(ended, new Date()) === 'Failed') toast('info', holdEnded)
}

/** Asks again behind what is on screen; the indicator stays long enough to be seen (spec §9). */
export function refreshBookings(): Promise<void> {
  return refresh(sayFailed)
}

/** After something that failed, and has been said, nothing is said of the list that fails for the same reason. */
export function refreshAfter(wentWell: boolean): Promise<void> {
  return refresh(wentWell ? sayFailed : sayNothing)
}

async function refresh(sayTrouble: () => void): Promise<void> {
  $refreshes.set($refreshes.get() + 1)
  const seen = new Promise(resolve => setTimeout(resolve, REFRESH_INDICATOR_MS))
  await Promise.all([load(sayTrouble), seen])
  $refreshes.set($refreshes.get() - 1)
}

export async function retryBookings(): Promise<void> {
  $bookings.set('loading')
  await load()
}

export const $loadingMore = atom(false)

export function showMore(section: keyof Sections): Promise<void> {
  return whileBusy($loadingMore, text.loadFailed, async () => (await import('./older-bookings.ts')).drawMore(section))
}

const payment = () => import('./resume-payment.ts')

/** 'Complete Payment': the same order again while the hold lives, the same choice anew after it (decision 29). */
export async function completePayment(booking: Booking): Promise<void> {
  if ($paying.get() !== null) return
  if (isStandIn()) return goTo(MY_BOOKINGS_ITSELF)
  $paying.set(booking.id)
  let wentWell = false
  await whileBusy($processing, text.completePaymentFailed, async () => {
    const { payAgain } = await payment()
    wentWell = await payAgain(booking, scooterName(booking), rideText(booking, new Date()))
  })
  $paying.set(null)
  await refreshAfter(wentWell)
}

export async function copyPin(pin: string): Promise<void> {
  const copied = await copyText(pin)
  if (copied) toast('success', text.pinCopied)
  else toast('info', text.copyByHand)
}

whenSignedIn($bookings, () => {
  const given = $bookings.get()
  if (Array.isArray(given)) begin(given as readonly Booking[])
  else {
    if (isOffline()) showSaved()
    void load()
  }
  const patience = setTimeout(showSaved, SAVED_PATIENCE_MS)
  const stopFollowing = followNetwork(
    () => $shownAt.get(),
    () => void load(sayNothing)
  )
  const arrival = setTimeout(() => void refreshBookings(), ARRIVAL_REFRESH_MS)
  const stopWatching = whenVisibleAgain(() => void refreshBookings())
  return () => {
    clearTimeout(arrival)
    clearTimeout(expiry)
    clearTimeout(patience)
    stopFollowing()
    stopConfirming()
    stopWatching()
  }
})
