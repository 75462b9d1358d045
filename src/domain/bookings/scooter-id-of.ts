import { orFallback } from '#domain/kit/or-fallback.ts'

/**
 * The scooter's id in the path of its booking page (`bookingPath` of domain/routes.ts); '' in any other path, and if it
 * is malformed. It has a file of its own, because every page loads the routes and only the booking page needs this.
 */
export function scooterIdOf(path: string): string {
  const [, encoded = ''] = /^\/booking\/([^/]+)\/?$/.exec(path) ?? []
  return orFallback(() => decodeURIComponent(encoded), '')
}
