import { replaceUrl } from '#client/device/navigation.ts'
import type { Today } from '#contract/staff/today.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { addDays, type Day, dayOf } from '#domain/time/india-time.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import { openList } from '#stores/admin/dashboard.ts'
import { today } from '#stores/admin/staff/today-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, type Loadable } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// The day of a property.

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
