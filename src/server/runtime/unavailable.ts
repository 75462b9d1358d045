/** The database or the bucket failed for a moment. It is already logged. `server/http/handle.ts` answers 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Drizzle wraps errors thrown by the database client. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof Unavailable || isUnavailable(error.cause)
}
