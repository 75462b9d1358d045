import { atom } from 'nanostores'
import { callPage } from '#client/http/api.ts'
import { type Booking, listMyBookings, type PagedSection } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { loadFailed } from '#messages/my-bookings/my-bookings.ts'
import { whileBusy } from '#stores/kit/errors.ts'
import type { Loadable } from '#stores/kit/loadable.ts'
import { type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { type BookingSections, sectionsOf } from './booking-sections.ts'

/** The data of a page that was rendered on the server with its data. */
export interface InitialMyBookingsData {
  bookings: readonly Booking[]
  hasMore: boolean
  /** Render time, an ISO instant. */
  now: string
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

export function myBookingsSsrEntries({ bookings, hasMore, now }: InitialMyBookingsData): SsrEntries {
  return [ssrEntry($bookings, bookings), ssrEntry($hasMore, hasMore), ssrEntry($loadedAt, new Date(now))]
}

export const $isLoadingMore = atom(false)

const STATUS_OF = { not_completed: 'Failed', past: 'Completed' } as const
const PAGED = Object.keys(STATUS_OF) as PagedSection[]

/** Sections whose last page has loaded. */
const completeSections = new Set<keyof BookingSections>()

/** All loaded bookings, each section in the backend's order. */
function loadedBookings(): readonly Booking[] {
  const first = $bookings.get()
  return typeof first === 'string' ? [] : [...(first as readonly Booking[]), ...$olderBookings.get()]
}

const isInSection = (section: PagedSection, now: Date) => (booking: Booking) =>
  displayStatus(booking, now) === STATUS_OF[section]

const isPaged = (section: keyof BookingSections): section is PagedSection => section in STATUS_OF

/** Shows the next page of a section, and loads it first if needed. */
export function showMore(section: keyof BookingSections): Promise<void> {
  return whileBusy($isLoadingMore, loadFailed, async () => {
    const next = $visibleCounts.get()[section] + MY_BOOKINGS_PAGE_SIZE
    const isLoaded = sectionsOf(loadedBookings(), new Date())[section].length > next
    const mayLoad = isPaged(section) && $hasMore.get() === true && !completeSections.has(section)
    if (!isLoaded && mayLoad && !(await loadNext(section))) return
    $visibleCounts.set({ ...$visibleCounts.get(), [section]: next })
  })
}

/** False if the list has changed meanwhile, so that the loaded page would leave a gap. */
async function loadNext(section: PagedSection): Promise<boolean> {
  const lastId = () => loadedBookings().filter(isInSection(section, new Date())).at(-1)?.id
  const before = lastId()
  if (before === undefined) return false
  const { hasMore, rows } = await callPage(listMyBookings, { before, limit: String(MY_BOOKINGS_PAGE_SIZE), section })
  if (lastId() !== before) return false
  const ids = new Set(loadedBookings().map(({ id }) => id))
  $olderBookings.set([...$olderBookings.get(), ...rows.filter(({ id }) => !ids.has(id))])
  if (hasMore !== true) completeSections.add(section)
  return true
}

/** For a new first page: keeps only older bookings that follow it without a gap, and drops duplicates. */
export function mergeOlder(fresh: readonly Booking[], hasMore: boolean | null): void {
  $olderBookings.set(hasMore === true ? PAGED.flatMap(section => contiguousRows(section, fresh)) : [])
}

function contiguousRows(section: PagedSection, fresh: readonly Booking[]): Booking[] {
  const isOfSection = isInSection(section, new Date())
  const ids = new Set(fresh.map(({ id }) => id))
  const last = fresh.filter(isOfSection).at(-1)?.id
  const rows = loadedBookings().filter(isOfSection)
  const index = rows.findIndex(({ id }) => id === last)
  if (index !== -1) return rows.slice(index + 1).filter(({ id }) => !ids.has(id))
  completeSections.delete(section)
  $visibleCounts.set({ ...$visibleCounts.get(), [section]: MY_BOOKINGS_PAGE_SIZE })
  return []
}
