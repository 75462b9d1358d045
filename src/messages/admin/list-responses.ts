import { SEARCH_MAX_LENGTH } from '#domain/constants.ts'

// API responses to a list query.

export const pageTooDeep = 'This page is out of range. Choose a date or search instead.'
export const searchTooLong = `A search can have at most ${SEARCH_MAX_LENGTH} characters`
export const unknownSort = 'This list cannot be sorted by that field'
