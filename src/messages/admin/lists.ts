import { SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { groupDigits } from '#domain/money.ts'
import * as commonText from '#messages/common.ts'

export const actions = 'Actions'
export const edit = 'Edit'
export const deleteLabel = 'Delete'
export const previousPage = 'Previous'
export const nextPage = 'Next'
export const clearFilters = 'Clear filters'
export const nothingFound = 'No results'
export const nothingFoundText = 'Try another search or clear the filters.'
/** 'Add Scooter' */
export const addText = (noun: string) => `Add ${noun}`

export const allProperties = 'All properties'
export const allStatuses = 'All statuses'
export const sortBy = 'Sort by'

/** Opens the filters on a phone: 'Filters', 'Filters (2)' */
export const filtersLabel = (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`)
/** Opens the actions of a list on a phone. */
export const moreActions = 'More actions'
export const tonight = 'Tonight'
export const tomorrow = 'Tomorrow'
export const yesterday = 'Yesterday'
export const needsAttention = 'Needs attention'
export const newestFirst = 'Newest first'
/** In a cell without a value. */
export const noValue = '–'

export const dayAndTime = (day: string, time: string) => commonText.inIndianTime(`${day}, ${time}`)
/** What waits, for screen readers at a tab. `count` can be '20+'. */
export const needYou = (count: string) => `${count} need you`
/** 'Last updated 10:04 am', of rows that could not be loaded again. */
export const lastUpdated = (time: string) => `Last updated ${time}`
export const pageNumber = (page: number) => `Page ${page}`

export const removeFilter = (label: string) => `Remove filter: ${label}`

/** The accessible name of a row's button, which includes the row. */
export const actionOn = (action: string, name: string) => `${action} ${name}`

/** The row of a booking, in the accessible names of its buttons: 'Asha Rao, Mon 15 Jun · 6:30 – 9:30 pm' */
export const riderAndRide = (rider: string, ride: string) => `${rider}, ${ride}`

/** What a badge counts, read after the name of its button. */
export const countedParts = (parts: readonly string[]) => `, ${parts.join(', ')}`

export const scooterAt = (scooter: string, property: string) =>
  property === '' ? scooter : `${scooter} at ${property}`

export const countText = (count: number, hasMore: boolean) => `${groupDigits(count)}${hasMore ? '+' : ''}`

export const inQuotes = (words: string) => `"${words}"`

/** The accessible name of the button that copies a provider id. */
export const copyId = (id: string) => `Copy ${id}`

export const atProperty = (property: string): string | null => (property === '' ? null : `at ${property}`)

// API responses to a list query.

export const pageTooDeep = 'This page is out of range. Choose a date or search instead.'
export const searchTooLong = `A search can have at most ${SEARCH_MAX_LENGTH} characters`
export const unknownSort = 'This list cannot be sorted by that field'
