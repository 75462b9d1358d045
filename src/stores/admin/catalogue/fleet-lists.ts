import { callPage } from '#client/http/api.ts'
import { listAllScooters, type ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { FLEET_PAGE_SIZE } from '#domain/admin/screens.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore, createPartialList } from '#stores/admin/list/create-list.ts'

export const scooters = createListStore({
  name: 'scooters',
  shows: ['bookings', 'problems', 'properties', 'scooters'],
  fetchPage: query => callPage(listAllScooters, query)
})
/** The scooter fields that the overview needs to count the fleet. */
export type FleetRow = Pick<
  ScooterForAdmin,
  'blocked_until' | 'booked_until' | 'is_late' | 'property_deleted' | 'status'
>

/** Also null if there are more scooters than one response can hold. */
export const { $rows: $fleet } = createPartialList<ScooterForAdmin, FleetRow>(scooters, {
  name: 'fleet',
  fetchRows: async () => {
    const { hasMore, rows } = await callPage(listAllScooters, { page: '1', per_page: String(FLEET_PAGE_SIZE) })
    return hasMore ? null : rows
  }
})

/** The form of a scooter can set its PIN. */
export const reloadAfterScooter = () => reloadAfter('scooters', 'pins')
