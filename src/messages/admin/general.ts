// Messages of the dashboard. For sign-in, see sign-in.ts; for API responses, see responses.ts.

export const title = 'Admin Dashboard'
export const loading = 'Loading admin dashboard...'
export const dashboardLoadFailed = 'Failed to load dashboard data'
export const sections = 'Sections'
export const tabs = {
  overview: 'Overview',
  properties: 'Properties',
  scooters: 'Scooters',
  pricing: 'Legacy Pricing',
  plans: 'Pricing Plans',
  users: 'Users',
  bookings: 'Bookings'
} as const

export const totalLocations = 'total locations'
export const registered = 'registered'
export const active = 'active'
export const recentBookings = 'Recent Bookings'
export const noRecentBookings = 'No bookings yet.'
export const quickActions = 'Quick Actions'
export const manageProperties = 'Manage Properties'
export const manageScooters = 'Manage Scooters'
export const activity = 'Activity log'
export const scootersNow = 'Scooters now'
export const today = 'Today'
export const tomorrow = 'Tomorrow'
export const yesterday = 'Yesterday'

// Lists
export const actions = 'Actions'
export const edit = 'Edit'
export const remove = 'Delete'
export const previousPage = 'Previous'
export const nextPage = 'Next'
export const clearSearch = 'Clear filters'
export const nothingFound = 'No results'
export const nothingFoundText = 'Try another search or clear the filters.'
export const allProperties = 'All properties'
export const allStatuses = 'All statuses'
export const sortBy = 'Sort'
export const newestFirst = 'Newest first'

// Forms
export const save = 'Save Changes'
export const saving = 'Saving...'
export const cancel = 'Cancel'
export const close = 'Close'
export const noChanges = 'No changes to update'
export const discardQuestion = 'Discard your changes?'
export const discardText = 'Your changes have not been saved.'
export const discard = 'Discard'
export const showBookings = 'Show its bookings'
export const keepEditing = 'Keep editing'
export const deleting = 'Deleting...'
export const chooseImage = 'Choose an image'
export const imageCaption = 'JPEG, PNG or WebP, up to 5 MB'
export const replaceImage = 'Replace'
export const removeImage = 'Remove image'
export const currentImage = 'Current image'
export const uploadingImage = 'Uploading image...'
export const uploadUnavailable = 'Images cannot be uploaded: file storage is not configured.'

/** 'Mon 15 Jun, 7:44 pm IST' */
export function dayAndTime(day: string, time: string): string {
  return `${day}, ${time} IST`
}

/** 'Today, 7:44 pm IST' */
export function inIndianTime(moment: string): string {
  return `${moment} IST`
}

export function availableOf(count: number): string {
  return `available of ${count}`
}

export const available = 'available'

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

/** 'Ather 450X · A1 at Palm Grove Residency' */
export function scooterAt(scooter: string, property: string): string {
  return property === '' ? scooter : `${scooter} at ${property}`
}

export function imageUploadFailed(reason: string): string {
  return `Image upload failed: ${reason}`
}

/** 'at Palm Grove Residency' */
export function atProperty(property: string): string | null {
  return property === '' ? null : `at ${property}`
}

/** Shown when unreadable input in a number field was replaced. */
export function notANumber(replacement: number): string {
  return `That is not a number. The field was set to ${replacement}.`
}

/** '50+' if there are more rows than counted. */
export function countText(count: number, hasMore: boolean): string {
  return hasMore ? `${count}+` : String(count)
}

/** Quotes a note that another admin has written. */
export function inQuotes(words: string): string {
  return `“${words}”`
}

/** The accessible name of the button that copies a provider id. */
export function copyId(id: string): string {
  return `Copy ${id}`
}
