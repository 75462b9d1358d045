// The entry of a ride in the rider's own calendar.

export const addToCalendar = 'Add to calendar'
export const calendarFile = 'Calendar file'
export const googleCalendar = 'Google Calendar'
export const calendarFailed = 'Failed to load the ride. Please try again.'
export const fileName = 'scooter.ics'

export function entryTitle(scooter: string): string {
  return `Scooter ${scooter}`
}

/** `location` is the property's address; null if it is unknown. */
export function entryLocation(property: string, location: string | null): string {
  return location ? `${property}, ${location}` : property
}

export function entryDescription(myBookingsUrl: string): string {
  return `Your PIN is in My Bookings: ${myBookingsUrl}`
}
