import type { Booking } from '#contract/bookings/my-bookings.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'

/** The server's clock decides, and the device's can be early. */
const TOO_EARLY_RETRY_MS = MINUTE_MS / 2

let timer: ReturnType<typeof setTimeout> | undefined

export function stopPinTimer(): void {
  clearTimeout(timer)
}

/** Calls `refresh` when the next PIN can be read. `refresh` loads the bookings, which sets the timer again. */
export function schedulePinRefresh(bookings: readonly Booking[], refresh: () => void): void {
  stopPinTimer()
  const times = bookings.flatMap(({ pin_from }) => (pin_from ? [parseInstant(pin_from).getTime()] : []))
  if (times.length === 0) return
  const wait = Math.min(...times) - Date.now()
  // A browser's timer lasts less than a month.
  timer = setTimeout(refresh, wait > 0 ? Math.min(wait + SECOND_MS, DAY_MS) : TOO_EARLY_RETRY_MS)
}
