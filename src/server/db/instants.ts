/** Returns Unix seconds, the unit stored in the database. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

export function dateFrom(seconds: number): Date {
  return new Date(seconds * 1000)
}
