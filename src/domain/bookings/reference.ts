export const REFERENCE_LENGTH = 8

/**
 * Returns the short reference of a booking for screens and support, e.g. '4F2A91BC': the last letters and digits of
 * its id. Our backend gives no two bookings the same one (server/slots/reserve.ts).
 */
export function bookingReference(id: string): string {
  return id
    .replaceAll(/[^a-z\d]/gi, '')
    .slice(-REFERENCE_LENGTH)
    .toUpperCase()
}
