import type { RejectReason } from '#domain/riders/licence.ts'
import { type Day, plainDateText } from '#domain/time/india-time.ts'

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
export const deletedPropertyOption = (option: string) => `${option} (no longer available)`
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

export const licence = 'Driving licence'
export const licenceNotAccepted = 'Your licence was not accepted'
export const licenceWaits = 'We are checking your photo'
export const uploadAgain = 'Upload again'
export const sendLicence = 'Send photo'
export const licenceSent = 'Photo sent. We are checking it.'
export const licenceFailed = 'Failed to send the photo'
export const approvedUntil = (lastDay: Day) => `Approved until ${plainDateText(lastDay)}`
export const endedOn = (lastDay: Day) => `Ended on ${plainDateText(lastDay)}`

/** Why a licence was rejected, and what its rider can do. */
export const REJECTED_BECAUSE: Readonly<Record<RejectReason, string>> = {
  expired: 'This licence has expired. Please upload one that is valid.',
  learner: "A learner's licence is not enough. Please upload a full licence for two-wheelers.",
  not_a_license: 'The photo shows no driving licence. Please upload your licence.',
  not_yours: 'The name or photo is not yours. Please upload your own licence.',
  unreadable: "The photo can't be read. Please upload it again.",
  wrong_class: 'This licence is not for two-wheelers. Please upload one for scooters (MCWG or MCWOG).'
}

export const accountNotFound = 'Account not found'
