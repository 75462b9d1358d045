import { call, callPage } from '#client/http/api.ts'
import { type BookingForAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import type { BookingSummary } from '#contract/payments/refunds.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { RECENT_BOOKINGS } from '#domain/constants.ts'
import { dayOf, parseInstant } from '#domain/time/india-time.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore, createPartialList } from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'

const startDay = ({ start_time }: BookingForAdmin) => dayOf(parseInstant(start_time))

export const bookings = createListStore({
  name: 'bookings',
  shows: ['bookings', 'problems', 'properties', 'riders', 'scooters'],
  fetchPage: query => callPage(listAllBookings, query),
  customFilters: {
    from: (booking, day) => startDay(booking) >= day,
    has_ended: ({ end_time }, value) => String(parseInstant(end_time) <= currentTime()) === value,
    pay: ({ paid_by }, value) => paid_by === value,
    status: ({ payment_status }, value) => payment_status === value,
    to: (booking, day) => startDay(booking) <= day
  },
  derivedText: ({ id }) => bookingReference(id)
})

/** The booking fields that the overview shows. */
export type RecentBooking = Omit<BookingSummary, 'user_email'> & { id: string }

const recentBookings = createPartialList<BookingForAdmin, RecentBooking>(bookings, {
  name: 'recentBookings',
  fetchRows: () => call(listAllBookings, { query: { page: '1', per_page: String(RECENT_BOOKINGS) } }),
  limit: RECENT_BOOKINGS
})
export const $recentBookings = recentBookings.$rows
export const $recentBookingsFailed = recentBookings.$failed

/** A booking has payments, and a cancelled one can add a PIN to change. */
export const reloadAfterBooking = () => reloadAfter('bookings', 'payments', 'pins')

/** Where a paid ride stands; 'ended': it is over, and nobody has returned it. Null if it is not paid. */
export function rideState(booking: BookingForAdmin, now: Date): 'ended' | 'over' | 'riding' | 'upcoming' | null {
  if (booking.payment_status !== 'Completed') return null
  if (booking.is_unreturned) return 'ended'
  return ({ ahead: 'upcoming', over: 'over', under_way: 'riding' } as const)[rideStage(booking, now)]
}

/** Where the ride stands at `now`, which decides what a cancellation frees. */
export function rideStage({ end_time, start_time }: BookingForAdmin, now: Date): 'ahead' | 'over' | 'under_way' {
  if (parseInstant(end_time) < now) return 'over'
  return parseInstant(start_time) <= now ? 'under_way' : 'ahead'
}
