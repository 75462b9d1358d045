import { INITIAL_DATA_FRESH_MS } from './constants.ts'

/**
 * Whether what was so at `at` may stand without asking anew. A page out of the browser's cache is older than it looks,
 * and a device whose clock is wrong cannot tell: it asks.
 */
export function isFresh(at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) <= INITIAL_DATA_FRESH_MS
}
