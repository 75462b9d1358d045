import { atom } from 'nanostores'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import type { Loadable } from '#stores/kit/loadable.ts'
import { type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import type { BookingSections } from './booking-sections.ts'

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

/** Bookings of later pages (see older-bookings.ts). */
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

/** Merges the older pages with a new first page. older-bookings.ts replaces this no-op when it loads. */
export const olderPages = {
  merge: (_fresh: readonly Booking[], _hasMore: boolean | null): void => undefined
}
