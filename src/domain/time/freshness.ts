import { INITIAL_DATA_FRESH_MS } from '#domain/constants.ts'

/**
 * True if data read at `at` needs no refetch. Pages from the browser cache may be old. With a wrong device clock the
 * data counts as stale.
 */
export function isFresh(at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) <= INITIAL_DATA_FRESH_MS
}
