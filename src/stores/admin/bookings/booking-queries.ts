import * as dashboardText from '#messages/admin/dashboard.ts'
import * as formsText from '#messages/admin/forms.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

// What the Bookings tab shows when another screen opens it.

/** The bookings that the overview counts: paid ones that have not ended. */
export const ACTIVE_BOOKINGS: Partial<ListQuery> = {
  filters: { has_ended: 'false', status: 'Completed' },
  scope: { filter: 'has_ended', label: dashboardText.notEnded },
  sort: 'start_time'
}

/** All bookings of a rider, the latest ride first. */
export const bookingsOfRider = (id: string, name: string): Partial<ListQuery> => ({
  filters: { user_id: id },
  scope: { filter: 'user_id', label: name },
  sort: '-start_time'
})

/** The paid bookings of a property, a scooter or a rider, upcoming ones first. */
export const paidBookingsOf = (
  filter: 'property_id' | 'scooter_id' | 'user_id',
  { id, name }: { id: string; name: string }
): Partial<ListQuery> => ({
  filters: { [filter]: id, status: 'Completed' },
  // The tab has a select for the property, which shows it.
  scope: filter === 'property_id' ? undefined : { filter, label: name },
  sort: '-start_time'
})

/** Why a row cannot be deleted now. */
export interface DeletionBlocker {
  reason: string
  title: string
  /** The bookings that prevent it. */
  bookings: Partial<ListQuery>
}

/** The server refuses to delete a row with upcoming rides, so the dialog says so instead of asking. */
export function blockedByRides(
  ridesAhead: number | null | undefined,
  { bookings, title }: Omit<DeletionBlocker, 'reason'>
): DeletionBlocker | null {
  return ridesAhead ? { bookings, reason: formsText.openRidesText(ridesAhead), title } : null
}
