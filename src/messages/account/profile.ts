export const title = 'My Profile'
export const subtitle = 'Manage your account settings'
export const loading = 'Loading profile...'
export const loadFailed = 'Failed to load your profile'

export const currentProperty = 'Current Property'
export const noProperty = 'No property selected'
/** Shown for a property whose name is unknown. */
export const yourProperty = 'Your property'
export const nameNotLoaded = "Failed to load the property's name"
export const propertyUnavailable = 'This property is no longer available.'

export function deletedPropertyOption(option: string): string {
  return `${option} (no longer available)`
}

export const settings = 'Profile Settings'
export const personal = 'Personal Information'
export const propertyLocation = 'Property Location'
/** The box that a rider ticks to get reminders by mail. */
export const reminders = 'Remind me of my rides'
export const remindersHint = 'We email you before a ride starts, before it ends, and before an unpaid booking expires.'
export const propertyChangeWarning = 'Changing property will show scooters from the new location'
/** The button's label during the redirect to the home page. */
export const openingScooters = 'Opening your scooters...'
export const saved = 'Profile updated successfully!'
export const saveFailed = 'Failed to update profile'

// API responses.
export const accountNotFound = 'Account not found'
