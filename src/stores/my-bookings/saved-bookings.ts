import { atom } from 'nanostores'
import * as v from 'valibot'
import { isOffline, parseJson, whenOffline, whenOnline } from '#client/device/browser.ts'
import { accountId, savedBookingsItem, storedToken } from '#client/device/saved-bookings.ts'
import { type Booking, booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/booking-status.ts'
import { OFFLINE_POLL_MS } from '#domain/constants.ts'

// The rides that a rider has paid for and may still need the PIN of, kept for when there is no network.

const saved = v.object({
  account: v.string(),
  bookings: v.array(booking),
  saved_at: v.pipe(v.string(), v.isoTimestamp())
})

export interface SavedBookings {
  bookings: readonly Booking[]
  saved_at: Date
}

interface OutdatedState {
  /** Whether the device itself knows that it has no network. */
  isOffline: boolean
  saved_at: Date
}

/** Set while what is on screen is not what the backend says now. */
export const $outdated = atom<OutdatedState | null>(null)

const isUpcoming = (now: Date) => (ride: Booking) => ['Active', 'Upcoming'].includes(displayStatus(ride, now))

/** Keeps them for the account whose token asked, unless somebody else is signed in by now, or later ones are kept. */
export function saveBookings(token: string | undefined, bookings: readonly Booking[], loadedAt: Date): void {
  if (!token || token !== storedToken()) return
  const now = new Date()
  const previous = savedBookings(now)
  if (previous === null || previous.saved_at <= loadedAt)
    writeSaved(accountId(token), bookings.filter(isUpcoming(now)), loadedAt)
}

function writeSaved(account: string, bookings: readonly Booking[], saved_at: Date): void {
  if (bookings.length === 0) savedBookingsItem.remove()
  else savedBookingsItem.write(JSON.stringify({ account, bookings, saved_at: saved_at.toISOString() }))
}

/** What is kept for whoever is signed in. What has ended, can't be read or is another's is forgotten on the way. */
export function savedBookings(now: Date): SavedBookings | null {
  const text = savedBookingsItem.read()
  if (text === null) return null
  const { issues, output } = v.safeParse(saved, parseJson(text))
  const token = storedToken()
  if (issues || token === null || output.account !== accountId(token)) {
    savedBookingsItem.remove()
    return null
  }
  const saved_at = new Date(output.saved_at)
  const bookings = output.bookings.filter(isUpcoming(now))
  if (bookings.length < output.bookings.length) writeSaved(output.account, bookings, saved_at)
  return bookings.length === 0 ? null : { bookings, saved_at }
}

export function markOutdated(saved_at: Date): void {
  $outdated.set({ isOffline: isOffline(), saved_at })
}

/** As long as what is on screen is outdated, asks again and again, and at once when the network is back. */
export function reloadWhenOnline(getLoadedAt: () => Date | null, reload: () => void): () => void {
  const updateOutdated = () => {
    const savedAt = $outdated.get()?.saved_at ?? getLoadedAt()
    if (savedAt) markOutdated(savedAt)
  }
  const timer = setInterval(() => {
    if ($outdated.get() === null) return
    savedBookings(new Date())
    updateOutdated()
    reload()
  }, OFFLINE_POLL_MS)
  const stops = [
    whenOffline(updateOutdated),
    whenOnline(() => {
      if ($outdated.get() !== null) updateOutdated()
      reload()
    })
  ]
  return () => {
    clearInterval(timer)
    $outdated.set(null)
    for (const stop of stops) stop()
  }
}
