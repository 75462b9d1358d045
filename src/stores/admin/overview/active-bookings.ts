import { notEnded } from '#messages/admin/overview.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

/** The query of the Bookings tab for the bookings that the overview counts: paid ones that have not ended. */
export const ACTIVE_BOOKINGS: Partial<ListQuery> = {
  filters: { has_ended: 'false', status: 'Completed' },
  scope: { filter: 'has_ended', label: notEnded },
  sort: 'start_time'
}
