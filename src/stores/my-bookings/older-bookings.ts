import { callPage } from '#client/http/api.ts'
import { type Booking, listMyBookings, type PagedSection } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/booking-status.ts'
import { RIDES_A_PAGE } from '#domain/constants.ts'
import { $bookings, $drawn, $hasMore, $older, olderPages, type Sections, sectionsOf } from './my-bookings.ts'

// The pages of My Bookings after the first. It comes with the first 'Show more'.

const STATUS_OF = { not_completed: 'Failed', past: 'Completed' } as const
const PAGED = Object.keys(STATUS_OF) as PagedSection[]

/** Sections whose last page has come. */
const whole = new Set<keyof Sections>()

/** All that have come, each section in the backend's order. */
function loaded(): readonly Booking[] {
  const first = $bookings.get()
  return typeof first === 'string' ? [] : [...(first as readonly Booking[]), ...$older.get()]
}

const isIn = (section: PagedSection, now: Date) => (booking: Booking) =>
  displayStatus(booking, now) === STATUS_OF[section]

const isPaged = (section: keyof Sections): section is PagedSection => section in STATUS_OF

/** Draws the next page of a section; what is not here yet is loaded first. */
export async function drawMore(section: keyof Sections): Promise<void> {
  olderPages.keep = keepOlder
  const next = $drawn.get()[section] + RIDES_A_PAGE
  const isHere = sectionsOf(loaded(), new Date())[section].length > next
  const mayLoad = isPaged(section) && $hasMore.get() === true && !whole.has(section)
  if (!isHere && mayLoad && !(await loadNext(section))) return
  $drawn.set({ ...$drawn.get(), [section]: next })
}

/** False where the list has changed meanwhile, so that the page would leave a gap. */
async function loadNext(section: PagedSection): Promise<boolean> {
  const last = () => loaded().filter(isIn(section, new Date())).at(-1)?.id
  const before = last()
  if (before === undefined) return false
  const { has_more, rows } = await callPage(listMyBookings, { before, limit: String(RIDES_A_PAGE), section })
  if (last() !== before) return false
  const ids = new Set(loaded().map(({ id }) => id))
  $older.set([...$older.get(), ...rows.filter(({ id }) => !ids.has(id))])
  if (has_more !== true) whole.add(section)
  return true
}

/** Of what was loaded stays what follows the new first page without a gap; no booking stays twice. */
function keepOlder(fresh: readonly Booking[], has_more: boolean | null): void {
  $older.set(has_more === true ? PAGED.flatMap(section => following(section, fresh)) : [])
}

function following(section: PagedSection, fresh: readonly Booking[]): Booking[] {
  const isOfSection = isIn(section, new Date())
  const ids = new Set(fresh.map(({ id }) => id))
  const last = fresh.filter(isOfSection).at(-1)?.id
  const rows = loaded().filter(isOfSection)
  const place = rows.findIndex(({ id }) => id === last)
  if (place !== -1) return rows.slice(place + 1).filter(({ id }) => !ids.has(id))
  whole.delete(section)
  $drawn.set({ ...$drawn.get(), [section]: RIDES_A_PAGE })
  return []
}
