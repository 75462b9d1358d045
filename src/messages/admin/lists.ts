import { SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { groupDigits } from '#domain/money.ts'
import * as commonText from '#messages/common.ts'

// What the portal's lists share.

export const actions = 'Actions'
export const edit = 'Edit'
export const deleteLabel = 'Delete'
export const previousPage = 'Previous'
export const nextPage = 'Next'
export const clearFilters = 'Clear filters'
export const nothingFound = 'No results'
export const nothingFoundText = 'Try another search or clear the filters.'
export const allProperties = 'All properties'
export const allStatuses = 'All statuses'
export const sortBy = 'Sort by'

/** Opens the filters on a phone: 'Filters', 'Filters (2)' */
export function filtersLabel(active: number): string {
  return active === 0 ? 'Filters' : `Filters (${active})`
}

export const tonight = 'Tonight'
export const tomorrow = 'Tomorrow'
export const yesterday = 'Yesterday'
export const needsAttention = 'Needs attention'
export const newestFirst = 'Newest first'
/** In a cell without a value. */
export const noValue = '–'

/** 'Mon 15 Jun, 7:44 pm IST' */
export function dayAndTime(day: string, time: string): string {
  return commonText.inIndianTime(`${day}, ${time}`)
}

export function pageNumber(page: number): string {
  return `Page ${page}`
}

/** The button that removes a filter: 'Remove filter: Ather 450X · A1' */
export function removeFilter(label: string): string {
  return `Remove filter: ${label}`
}

/** The accessible name of a row's button, which includes the row. */
export function actionOn(action: string, name: string): string {
  return `${action} ${name}`
}

/** The row of a booking, in the accessible names of its buttons: 'Asha Rao, Mon 15 Jun · 6:30 – 9:30 pm' */
export function riderAndRide(rider: string, ride: string): string {
  return `${rider}, ${ride}`
}

/** What a badge counts, read after the name of its button. */
export function countedParts(parts: readonly string[]): string {
  return `, ${parts.join(', ')}`
}

/** 'Ather 450X · A1 at Palm Grove Residency' */
export function scooterAt(scooter: string, property: string): string {
  return property === '' ? scooter : `${scooter} at ${property}`
}

/** '1,000+' if there are more rows than counted. */
export function countText(count: number, hasMore: boolean): string {
  return `${groupDigits(count)}${hasMore ? '+' : ''}`
}

/** Quotes a note that another admin has written. */
export function inQuotes(words: string): string {
  return `"${words}"`
}

/** The accessible name of the button that copies a provider id. */
export function copyId(id: string): string {
  return `Copy ${id}`
}

/** 'at Palm Grove Residency' */
export function atProperty(property: string): string | null {
  return property === '' ? null : `at ${property}`
}

// API responses to a list query.

export const pageTooDeep = 'This page is out of range. Choose a date or search instead.'
export const searchTooLong = `A search can have at most ${SEARCH_MAX_LENGTH} characters`
export const unknownSort = 'This list cannot be sorted by that field'
