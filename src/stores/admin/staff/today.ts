import { replaceUrl } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import { getToday, type Today } from '#contract/staff/today.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { addDays, type Day, dayOf } from '#domain/time/india-time.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import { openList } from '#stores/admin/dashboard.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, type Loadable } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// The day of a property.

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

export const $today = computed(today.$listPage, (page): Loadable<Today> => {
  if (!isLoaded(page)) return page
  return page.rows[0] ?? 'failed'
})

/** The property is part of the URL, so that a reload and a link keep it. */
export function showProperty(id: string): void {
  today.setFilter('property_id', id)
  replaceUrl(screenPath('today', id))
}

/** Today or tomorrow. The address of today names no day, so that the page is right after midnight too. */
export function showDay(which: 'today' | 'tomorrow'): void {
  today.setFilter('day', which === 'today' ? '' : addDays(dayOf(currentTime()), 1))
}

export const isToday = (day: Day, now: Date) => day === dayOf(now)

/** Of this property, if there are several. */
export function openLicences(propertyId: string): void {
  openList('licences', { filters: $propertyNames.get().length > 1 ? { property_id: propertyId } : {} })
}
