import { PARKING_NOTE_MAX_LENGTH, PIN_DIGITS } from '#domain/constants.ts'

/** The reason that an admin gives for a change. */
export const reason = 'Reason'
export const reasonHint = 'Recorded in the activity log.'
export const noChanges = 'No changes to update'
export const discardQuestion = 'Discard your changes?'
export const discardText = 'Your changes have not been saved.'
export const discard = 'Discard'
export const showBookings = 'Show bookings'
export const keepEditing = 'Keep editing'
export const deleting = 'Deleting...'

/** Shown when unreadable input in a number field was replaced. */
export const notANumber = (replacement: number) => `That is not a number. The field was set to ${replacement}.`

/** Why a property, a scooter or a rider cannot be deleted, and a scooter not moved to another property. */
export function openRidesText(count: number): string {
  const rides = count === 1 ? '1 paid ride is' : `${count} paid rides are`
  return `${rides} not over. Cancel or return ${count === 1 ? 'it' : 'them'} first.`
}

// What the rules of the portal's requests say.

export const nameRequired = 'Enter a name'
export const locationRequired = 'Enter a location'
export const parkingNoteTooLong = `At most ${PARKING_NOTE_MAX_LENGTH} characters`
export const unknownStatus = 'Choose Available, Booked or Maintenance'
export const invalidPin = `The PIN must be ${PIN_DIGITS} digits`
export const invalidRegistration = 'Enter the number as on the plate: letters and digits only'
export const invalidPapers = 'Enter each paper once, as RC, insurance, PUC or permit'
export const scooterRequired = 'Choose a scooter'
export const amountRequired = 'Enter the amount to refund'
export const reasonRequired = 'Enter the reason'
export const unknownStatusOfDispute = "The dispute's id and status are required"
export const refundNoteRequired = 'Enter how the money was refunded'
export const paidNoteRequired = 'Enter how it was paid'

export const ridesStay = 'Rides that are booked stay.'
