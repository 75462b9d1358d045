import { isPageFresh } from '#client/device/page.ts'
import { deviceStorageItem } from '#client/device/storage.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'

// Rides begin and end, and holds expire, by the server's clock. The clock of a device may be wrong.

/** For pages that open before an answer of the server, such as the offline shell. */
const storedOffset = deviceStorageItem('clockOffset')

/** The server's time minus the device's. */
let offsetMs = Number(storedOffset.read()) || 0

/** The present time by the server's clock, as far as its answers have told it. */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs)
}

/** The server's clock stood at `time` when the device's stood between the other two. Changes no more than needed. */
function adjustOffset(time: number, earliest: number, latest: number): void {
  if (Number.isNaN(time)) return
  // A time in a header is rounded down to the second.
  const max = time + SECOND_MS - earliest
  const adjusted = Math.max(time - latest, Math.min(max, offsetMs))
  if (adjusted === offsetMs) return
  offsetMs = adjusted
  if (Math.abs(offsetMs) < SECOND_MS) storedOffset.remove()
  else storedOffset.write(String(offsetMs))
}

/** For the answer to a request that was sent at this time of the device. */
export function readServerTime(headers: Headers, sentAt: number): void {
  adjustOffset(Date.parse(headers.get('date') ?? ''), sentAt, Date.now())
}

/**
 * The page has the time of its rendering (layouts/base.astro), which is not that of an external backend. One from a
 * cache tells only the earliest time.
 */
function readPageTime(): void {
  const { renderedAt } = document.documentElement.dataset
  const earliest = isPageFresh() ? Date.now() - performance.now() : Number.NEGATIVE_INFINITY
  if (renderedAt && IS_BACKEND_EMBEDDED) adjustOffset(Number(renderedAt), earliest, Date.now())
}

if (typeof document !== 'undefined') readPageTime()
