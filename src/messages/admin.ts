// What the API answers.
export const nameRequired = 'Please enter a name'
export const locationRequired = 'Please enter a location'
export const propertyNotFound = 'Property not found'
export const unknownImage = 'Please upload the image again'
export const unknownStatus = 'Choose Available, Booked or Maintenance'
export const invalidPin = 'The PIN must be 6 digits'
export const deleted = 'Deleted'

export function propertyHasRides(count: number): string {
  return `This property has ${rides(count)} ahead. Cancel or wait for them first.`
}

export function scooterHasRides(count: number): string {
  return `This scooter has ${rides(count)} ahead. Cancel or wait for them first.`
}

function rides(count: number): string {
  return count === 1 ? '1 paid ride' : `${count} paid rides`
}
