import { callPage } from '#client/http/api.ts'
import { type Booking, listMyBookings, type PagedSection } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { type BookingSections, sectionsOf } from './booking-sections.ts'
import { $bookings, $hasMore, $olderBookings, $visibleCounts, olderPages } from './bookings-state.ts'

// The pages of My Bookings after the first. This module loads with the first 'Show more'.

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
export async function showNextPage(section: keyof BookingSections): Promise<void> {
  olderPages.merge = mergeOlder
  const next = $visibleCounts.get()[section] + MY_BOOKINGS_PAGE_SIZE
  const isLoaded = sectionsOf(loadedBookings(), new Date())[section].length > next
  const mayLoad = isPaged(section) && $hasMore.get() === true && !completeSections.has(section)
  if (!isLoaded && mayLoad && !(await loadNext(section))) return
  $visibleCounts.set({ ...$visibleCounts.get(), [section]: next })
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

/** Keeps only older bookings that follow the new first page without a gap, and drops duplicates. */
function mergeOlder(fresh: readonly Booking[], hasMore: boolean | null): void {
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
