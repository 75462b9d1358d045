import { atom } from 'nanostores'
import * as v from 'valibot'
import { isOffline, whenOffline, whenOnline } from '#client/device/network.ts'
import { parseJson } from '#client/device/storage.ts'
import { accountId, savedBookingsItem, storedToken } from '#client/session/token.ts'
import { type Booking, booking } from '#contract/bookings/my-bookings.ts'
import { instant } from '#contract/kit/fields.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { OFFLINE_POLL_MS } from '#domain/constants.ts'
import { readable } from '#stores/app/offline-queue.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { stopAll } from '#stores/kit/ssr-values.ts'
import { isRidden } from './booking-facts.ts'
import { $bookings, $loadedAt } from './bookings.ts'

// Paid rides that were not returned, whose PIN the rider may need without a network connection.

const saved = v.object({
  account: v.string(),
  bookings: v.array(v.unknown()),
  saved_at: instant()
})

/** Set while the bookings on screen may differ from the backend's. `isOffline`: the device knows that it is. */
export const $outdated = atom<{ isOffline: boolean; saved_at: Date } | null>(null)

const isNeeded = (now: Date) => (ride: Booking) => displayStatus(ride, now) === 'Upcoming' || isRidden(ride, now)

/**
 * Saves bookings for the account of this token. Skipped if another account is signed in by now, or newer data is saved.
 */
export function saveBookings(token: string | undefined, bookings: readonly Booking[], loadedAt: Date): void {
  if (!token || token !== storedToken()) return
  const now = currentTime()
  const previous = savedBookings(now)
  if (previous === null || previous.saved_at <= loadedAt)
    writeSaved(accountId(token), bookings.filter(isNeeded(now)), loadedAt)
}

function writeSaved(account: string, bookings: readonly Booking[], savedAt: Date): void {
  if (bookings.length === 0) savedBookingsItem.remove()
  else savedBookingsItem.write(JSON.stringify({ account, bookings, saved_at: savedAt.toISOString() }))
}

/**
 * The saved bookings of the signed-in account. Deletes entries that have ended, are unreadable or belong to another
 * account.
 */
export function savedBookings(now: Date): { bookings: readonly Booking[]; saved_at: Date } | null {
  const json = savedBookingsItem.read()
  if (json === null) return null
  const { issues, output } = v.safeParse(saved, parseJson(json))
  const token = storedToken()
  if (issues || token === null || output.account !== accountId(token)) {
    savedBookingsItem.remove()
    return null
  }
  const { saved_at } = output
  const bookings = readable(booking, output.bookings).filter(isNeeded(now))
  if (bookings.length < output.bookings.length) writeSaved(output.account, bookings, saved_at)
  return bookings.length === 0 ? null : { bookings, saved_at }
}

/** The rides that this page has returned, with their end. */
const returns = new Map<string, string>()

/** The bookings after these returns, which an answer that was on its way does not know. */
export function withReturns(bookings: readonly Booking[]): Booking[] {
  return bookings.map(each => {
    const endTime = returns.get(each.id)
    if (endTime === undefined || each.returned_at) return each
    return { ...each, end_time: endTime, otp_pin: null, papers: null, return_until: null, returned_at: endTime }
  })
}

/** On the screen and on the saved list: a lost network does not bring the PIN back. `endTime` is ISO. */
export function markEnded(id: string, endTime: string): void {
  returns.set(id, endTime)
  const shown = $bookings.get()
  if (isLoaded(shown)) $bookings.set(withReturns(shown))
  const kept = savedBookings(currentTime())
  if (kept) saveBookings(storedToken() ?? undefined, withReturns(kept.bookings), kept.saved_at)
}

export const markOutdated = (savedAt: Date): void => $outdated.set({ isOffline: isOffline(), saved_at: savedAt })

/** Retries regularly while the bookings are outdated, and at once when the network is back. Returns a stop function. */
export function reloadWhenOnline(reload: () => void): () => void {
  const updateOutdated = () => {
    const savedAt = $outdated.get()?.saved_at ?? $loadedAt.get()
    if (savedAt) markOutdated(savedAt)
  }
  const timer = setInterval(() => {
    if ($outdated.get() === null) return
    savedBookings(currentTime())
    updateOutdated()
    reload()
  }, OFFLINE_POLL_MS)
  return stopAll([
    () => clearInterval(timer),
    () => $outdated.set(null),
    whenOffline(updateOutdated),
    whenOnline(() => {
      if ($outdated.get() !== null) updateOutdated()
      reload()
    })
  ])
}
