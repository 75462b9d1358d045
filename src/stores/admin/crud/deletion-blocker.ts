import { upcomingRidesText } from '#messages/admin/catalogue/deletion-responses.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

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
  return ridesAhead ? { bookings, reason: upcomingRidesText(ridesAhead), title } : null
}
