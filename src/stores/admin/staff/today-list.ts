import { call } from '#client/http/api.ts'
import { getToday } from '#contract/staff/today.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'

/** One row: the day of a property, by its filters `day` and `property_id`. */
export const today = createListStore({
  name: 'today',
  shows: ['bookings', 'problems', 'riders', 'scooters'],
  fetchPage: async ({ day, property_id: chosen }) => {
    // A property that was taken from the account while the page is open would answer 404 from then on.
    const propertyId = $propertyNames.get().find(({ id }) => id === chosen)?.id
    // The tomorrow that was chosen yesterday is today.
    const ahead = day !== undefined && day > dayOf(currentTime()) ? day : undefined
    return { hasMore: false, rows: [await call(getToday, { query: { day: ahead, property_id: propertyId } })] }
  }
})
