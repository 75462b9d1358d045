import { atom } from 'nanostores'
import * as v from 'valibot'
import { isOffline, jsonFrom, whenOffline, whenOnline } from '#client/device/browser.ts'
import { accountOf, savedText, tokenHere } from '#client/device/saved-bookings.ts'
import { type Booking, booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/booking-status.ts'
import { ASK_WHEN_OUTDATED_MS } from '#domain/constants.ts'

// The rides that a rider has paid for and may still need the PIN of, kept for when there is no network.

const saved = v.object({
  account: v.string(),
  bookings: v.array(booking),
  saved_at: v.pipe(v.string(), v.isoTimestamp())
})

export interface Saved {
  bookings: readonly Booking[]
  saved_at: Date
}

interface Outdated {
  /** Whether the device itself knows that it has no network. */
  is_offline: boolean
  saved_at: Date
}

/** Set while what is on screen is not what the backend says now. */
export const $outdated = atom<Outdated | null>(null)

const isAhead = (now: Date) => (one: Booking) => ['Active', 'Upcoming'].includes(displayStatus(one, now))

/** Keeps them for the account whose token asked, unless somebody else is signed in by now, or later ones are kept. */
export function saveBookings(token: string | undefined, bookings: readonly Booking[], told_at: Date): void {
  if (!token || token !== tokenHere()) return
  const now = new Date()
  const kept = savedBookings(now)
  if (kept === null || kept.saved_at <= told_at) keep(accountOf(token), bookings.filter(isAhead(now)), told_at)
}

function keep(account: string, bookings: readonly Booking[], saved_at: Date): void {
  if (bookings.length === 0) savedText.forget()
  else savedText.write(JSON.stringify({ account, bookings, saved_at: saved_at.toISOString() }))
}

/** What is kept for whoever is signed in. What has ended, can't be read or is another's is forgotten on the way. */
export function savedBookings(now: Date): Saved | null {
  const text = savedText.read()
  if (text === null) return null
  const { issues, output } = v.safeParse(saved, jsonFrom(text))
  const token = tokenHere()
  if (issues || token === null || output.account !== accountOf(token)) {
    savedText.forget()
    return null
  }
  const saved_at = new Date(output.saved_at)
  const bookings = output.bookings.filter(isAhead(now))
  if (bookings.length < output.bookings.length) keep(output.account, bookings, saved_at)
  return bookings.length === 0 ? null : { bookings, saved_at }
}

export function markOutdated(saved_at: Date): void {
  $outdated.set({ is_offline: isOffline(), saved_at })
}

/** As long as what is on screen is outdated, asks again and again, and at once when the network is back. */
export function followNetwork(loadedAt: () => Date | null, ask: () => void): () => void {
  const mark = () => {
    const since = $outdated.get()?.saved_at ?? loadedAt()
    if (since) markOutdated(since)
  }
  const timer = setInterval(() => {
    if ($outdated.get() === null) return
    savedBookings(new Date())
    mark()
    ask()
  }, ASK_WHEN_OUTDATED_MS)
  const stops = [
    whenOffline(mark),
    whenOnline(() => {
      if ($outdated.get() !== null) mark()
      ask()
    })
  ]
  return () => {
    clearInterval(timer)
    $outdated.set(null)
    for (const stop of stops) stop()
  }
}
