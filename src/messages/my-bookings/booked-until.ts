/** Below 'Booked'. A file of its own, so that no screen loads the texts of another. */
export function bookedUntil(time: string): string {
  return `until ${time}`
}
