import { PARKING_NOTE_MAX_LENGTH, PIN_DIGITS } from '#domain/constants.ts'

// What the rules of the portal's requests say, without the texts of their screens: lists load with these requests.

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
