import { atom } from 'nanostores'
import { readCookie, writeCookie } from '#client/device/storage.ts'
import { callPage, type ListResponse } from '#client/http/api.ts'
import { type Booking, listMyBookings, type PagedSection } from '#contract/bookings/my-bookings.ts'
import { HAS_LIST_QUERIES } from '#domain/backend.ts'
import { type DisplayStatus, displayStatus } from '#domain/bookings/booking-status.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { MY_BOOKINGS_LIMIT_MAX, MY_BOOKINGS_PAGE_SIZE, READ_NOTICES_COOKIE } from '#domain/constants.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, type Loadable, whileBusy } from '#stores/kit/requests.ts'
import { type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { $unconfirmedIds, isUnconfirmed } from '#stores/payment/payment-notices.ts'
import { isCancelledOrRefunded, isPaid, isToReturn } from './booking-facts.ts'

// The rider's bookings by section.

export interface BookingSections {
  /** Paid rides that have not ended or can be extended now, and unpaid holds: what runs, then soonest first. */
  current: Booking[]
  /** Those with a notice come first, then the latest. */
  not_completed: Booking[]
  /** Latest first. */
  past: Booking[]
}

/**
 * True if a notice on top of the page tells that this booking was cancelled or is refunded: until the ride would have
 * ended, because the rider might still expect it, and while its refund is pending.
 */
export function hasNotice(booking: Booking, now: Date): boolean {
  return isCancelledOrRefunded(booking) && (parseInstant(booking.end_time) > now || booking.refund_status === 'pending')
}

/** Sorts bookings into sections by their status at `now`. */
export function sectionsOf(
  bookings: readonly Booking[],
  unconfirmedIds: readonly string[],
  now: Date
): BookingSections {
  // A ride that has ended stays current while its extension can be paid.
  const sectionStatus = (booking: Booking): DisplayStatus =>
    payableExtensionOf(booking, unconfirmedIds, now) ? 'Payment Pending' : displayStatus(booking, now)
  // Parse each start once: this runs every second, and an external backend may return thousands of bookings.
  const sorted = bookings
    .map(booking => ({ at: parseInstant(booking.start_time).getTime(), booking, status: sectionStatus(booking) }))
    .sort((one, other) => one.at - other.at)
  const withStatus = (...statuses: DisplayStatus[]) =>
    sorted.filter(({ status }) => statuses.includes(status)).map(({ booking }) => booking)
  const priority = (booking: Booking) => Number(hasNotice(booking, now))
  return {
    current: [...withStatus('Active'), ...withStatus('Upcoming', 'Payment Pending')],
    not_completed: withStatus('Failed')
      .reverse()
      .sort((one, other) => priority(other) - priority(one)),
    past: withStatus('Completed').reverse()
  }
}

interface BookingsView extends BookingSections {
  /** The ride that runs, or has just ended, or comes next, with the largest card. */
  mainRide: Booking | undefined
  /** Rides of `past` that are still to be returned. */
  ended: Booking[]
  /** True unless all bookings came to nothing. */
  hasRides: boolean
  /** Unconfirmed payments, then bookings that were cancelled or could not be confirmed. */
  notices: Booking[]
  /** The extensions that wait for their payment, by the id of their current ride. */
  payableExtensions: ReadonlyMap<string, Booking>
}

/** What My Bookings shows at `now`. A booking whose payment is unconfirmed has a notice instead of a card. */
export function bookingsView(bookings: readonly Booking[], unconfirmedIds: readonly string[], now: Date): BookingsView {
  const { current, not_completed, past } = sectionsOf(bookings, unconfirmedIds, now)
  const hasUnconfirmedPayment = (booking: Booking) => isUnconfirmed(booking, unconfirmedIds)
  const extensions = bookings.flatMap(booking => unpaidExtensionOf(booking) ?? [])
  const unconfirmed = [...current, ...extensions].filter(hasUnconfirmedPayment)
  const payableExtensions = current.flatMap(ride => {
    const extension = payableExtensionOf(ride, unconfirmedIds, now)
    return extension ? ([[ride.id, extension]] as const) : []
  })
  const ended = past.filter(booking => isToReturn(booking, now))
  const shown = current.filter(booking => !hasUnconfirmedPayment(booking))
  return {
    current: shown,
    ended,
    mainRide: shown.find(booking => displayStatus(booking, now) === 'Active') ?? ended[0] ?? shown.find(isPaid),
    hasRides: current.length + past.length > 0,
    notices: [...unconfirmed, ...not_completed.filter(booking => hasNotice(booking, now))],
    not_completed,
    past,
    payableExtensions: new Map(payableExtensions)
  }
}

/** The unpaid extension of a ride as a booking, which is paid, cancelled and confirmed like any other. */
function unpaidExtensionOf(ride: Booking): Booking | null {
  const { extension } = ride
  if (!extension) return null
  return {
    ...ride,
    ...extension,
    extension: null,
    kind: 'extension',
    otp_pin: null,
    payment_status: 'Pending',
    start_time: ride.end_time
  }
}

/** The same while it waits for its payment. Null if the payment is unconfirmed. */
function payableExtensionOf(ride: Booking, unconfirmedIds: readonly string[], now: Date): Booking | null {
  const extension = unpaidExtensionOf(ride)
  if (!extension || isUnconfirmed(extension, unconfirmedIds)) return null
  return displayStatus(extension, now) === 'Payment Pending' ? extension : null
}

/** The bookings, and the unpaid extensions of rides among them. */
export const withUnpaidExtensions = (bookings: readonly Booking[]): Booking[] =>
  bookings.flatMap(booking => [booking, unpaidExtensionOf(booking)].filter(item => item !== null))

// The bookings that are loaded: the first page, and the next pages of each section.

/** The data of a page that was rendered on the server with its data. */
export interface InitialMyBookingsData {
  bookings: readonly Booking[]
  hasMore: boolean
  /** Render time, an ISO instant. */
  now: string
  /** The cookie of the notices that were read. */
  readNotices?: string
}

export const $bookings = atom<Loadable<readonly Booking[]>>('loading')

/** Whether there are more bookings to load; null if the backend returned all of them at once. */
export const $hasMore = atom<boolean | null>(null)

/** Bookings of the pages after the first. */
export const $olderBookings = atom<readonly Booking[]>([])

/** How many bookings of each section are rendered. */
export const $visibleCounts = atom<Readonly<Record<keyof BookingSections, number>>>({
  current: MY_BOOKINGS_PAGE_SIZE,
  not_completed: MY_BOOKINGS_PAGE_SIZE,
  past: MY_BOOKINGS_PAGE_SIZE
})

/** The booking whose payment is being completed. */
export const $payingBookingId = atom<string | null>(null)

/** When the bookings on screen were loaded from the backend. */
export const $loadedAt = atom<Date | null>(null)

export function myBookingsSsrEntries({ bookings, hasMore, now, readNotices }: InitialMyBookingsData): SsrEntries {
  return [
    ssrEntry($bookings, bookings),
    ssrEntry($hasMore, hasMore),
    ssrEntry($loadedAt, new Date(now)),
    ssrEntry($readNotices, readNotices ?? '')
  ]
}

export const $isLoadingMore = atom(false)

const STATUS_OF = { not_completed: 'Failed', past: 'Completed' } as const
const PAGED = Object.keys(STATUS_OF) as PagedSection[]

/** Sections whose last page has loaded. */
const completeSections = new Set<keyof BookingSections>()

/** All loaded bookings, each section in the backend's order. */
function loadedBookings(): readonly Booking[] {
  const first = $bookings.get()
  return isLoaded(first) ? [...first, ...$olderBookings.get()] : []
}

const isInSection = (section: PagedSection, now: Date) => (booking: Booking) =>
  displayStatus(booking, now) === STATUS_OF[section]

const isPaged = (section: keyof BookingSections): section is PagedSection => section in STATUS_OF

/** Shows the next page of a section, and loads it first if needed. */
export function showMore(section: keyof BookingSections): Promise<void> {
  return whileBusy($isLoadingMore, myBookingsText.loadFailed, async () => {
    const next = $visibleCounts.get()[section] + MY_BOOKINGS_PAGE_SIZE
    const isLoaded = sectionsOf(loadedBookings(), $unconfirmedIds.get(), currentTime())[section].length > next
    const mayLoad = isPaged(section) && $hasMore.get() === true && !completeSections.has(section)
    if (!isLoaded && mayLoad && !(await loadNext(section))) return
    $visibleCounts.set({ ...$visibleCounts.get(), [section]: next })
  })
}

/** False if the list has changed meanwhile, so that the loaded page would leave a gap. */
async function loadNext(section: PagedSection): Promise<boolean> {
  const lastId = () => loadedBookings().filter(isInSection(section, currentTime())).at(-1)?.id
  const before = lastId()
  if (before === undefined) return false
  const { hasMore, rows } = await callPage(listMyBookings, { before, limit: String(MY_BOOKINGS_PAGE_SIZE), section })
  if (lastId() !== before) return false
  const ids = new Set(loadedBookings().map(({ id }) => id))
  $olderBookings.set([...$olderBookings.get(), ...rows.filter(({ id }) => !ids.has(id))])
  if (hasMore !== true) completeSections.add(section)
  return true
}

/**
 * Loads as many bookings of each section as are shown, because any of them can have changed. An external backend
 * supports no paging, so it is asked for the whole list.
 */
export async function loadShown(): Promise<ListResponse<readonly Booking[]> & { older: readonly Booking[] }> {
  if (!HAS_LIST_QUERIES) return { ...(await callPage(listMyBookings, {})), older: [] }
  const counts = $visibleCounts.get()
  const limit = Math.min(Math.max(counts.past, counts.not_completed) + 1, MY_BOOKINGS_LIMIT_MAX)
  const first = await callPage(listMyBookings, { limit: String(limit) })
  const ids = new Set(first.rows.map(({ id }) => id))
  const older = await Promise.all(PAGED.map(section => rowsBeyond(section, first.rows, counts[section])))
  // Another page was shown meanwhile.
  if ($visibleCounts.get() !== counts) return loadShown()
  completeSections.clear()
  return { ...first, older: older.flat().filter(({ id }) => !ids.has(id)) }
}

/** The further rows of a section that shows more than one request may ask for. */
async function rowsBeyond(section: PagedSection, loaded: readonly Booking[], count: number): Promise<Booking[]> {
  const rows = loaded.filter(isInSection(section, currentTime()))
  const before = rows.at(-1)?.id
  if (before === undefined || rows.length < MY_BOOKINGS_LIMIT_MAX || rows.length > count) return []
  const limit = String(MY_BOOKINGS_LIMIT_MAX)
  const next = await callPage(listMyBookings, { before, limit, section })
  return next.hasMore === true
    ? [...next.rows, ...(await rowsBeyond(section, [...rows, ...next.rows], count))]
    : next.rows
}

// The notices of cancelled and refunded bookings that the rider has read on this device. A cookie has them, so that the
// server does not render them again.

const READ_MAX = 50
const KEPT_SECONDS = 60 * DAY_SECONDS
const SEPARATOR = '.'

/** The keys of the read notices, as in the cookie. */
export const $readNotices = atom('')

export const loadReadNotices = (): void => $readNotices.set(readCookie(READ_NOTICES_COOKIE) ?? '')

/** A refund that has arrived is news again. */
const keyOf = ({ id, refund_status }: Booking) => `${bookingReference(id)}${refund_status === 'processed' ? '+' : ''}`

export const isRead = (booking: Booking, read: string): boolean => read.split(SEPARATOR).includes(keyOf(booking))

export function markRead(booking: Booking): void {
  // Another tab may have read others.
  loadReadNotices()
  const keys = [...$readNotices.get().split(SEPARATOR), keyOf(booking)].filter(Boolean).slice(-READ_MAX)
  $readNotices.set(keys.join(SEPARATOR))
  writeCookie(READ_NOTICES_COOKIE, $readNotices.get(), KEPT_SECONDS)
}
