import { atom } from 'nanostores'
import { isOffline } from '#client/device/network.ts'
import { whenVisibleAgain } from '#client/device/page-lifecycle.ts'
import { copyText } from '#client/device/storage.ts'
import { callPage } from '#client/http/api.ts'
import { $token } from '#client/session/token.ts'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import {
  ARRIVAL_REFRESH_MS,
  MY_BOOKINGS_FIRST_LIMIT,
  REFRESH_INDICATOR_MS,
  SAVED_BOOKINGS_FALLBACK_MS
} from '#domain/constants.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { toast } from '#stores/app/toasts.ts'
import { HAS_PAGED_LISTS } from '#stores/kit/backend-features.ts'
import { nullOnError } from '#stores/kit/errors.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { stopPolling, trackUnconfirmed } from '#stores/payment/unconfirmed-payments.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { $session } from '#stores/session/session.ts'
import type { BookingSections } from './booking-sections.ts'
import { $bookings, $hasMore, $loadedAt, olderPages } from './bookings-state.ts'
import { scheduleHoldExpiry, stopHoldExpiry } from './hold-expiry.ts'
import { withUnpaidExtensions } from './manage-ride/unpaid-extension.ts'
import { schedulePinRefresh, stopPinTimer } from './pin-timer.ts'
import { $outdated, markOutdated, reloadWhenOnline, saveBookings, savedBookings } from './saved-bookings.ts'

const $refreshCount = atom(0)
export const $isRefreshing = computed($refreshCount, running => running > 0)

let lastRequest = 0
let lastShownRequest = 0

const noop = () => undefined

// An external backend supports no paging, so request the whole list.
const FIRST_PAGE: Record<string, string> = HAS_PAGED_LISTS ? { limit: String(MY_BOOKINGS_FIRST_LIMIT) } : {}

async function load(onFailure: () => void = showLoadError): Promise<void> {
  const request = ++lastRequest
  const token = $token.get()
  const page = await nullOnError(callPage(listMyBookings, FIRST_PAGE))
  // A rejected token has ended the session, and the redirect to sign-in is under way.
  if ($session.get() === null) return
  if (page === null) {
    if (request === lastRequest) showSavedOrFail(onFailure)
  } else if (request > lastShownRequest) {
    lastShownRequest = request
    const now = new Date()
    const bookings = page.rows
    $loadedAt.set(now)
    olderPages.merge(bookings, page.hasMore)
    $hasMore.set(page.hasMore)
    $bookings.set(bookings)
    $outdated.set(null)
    saveBookings(token, bookings, now)
    trackBookings(bookings)
  }
}

/** Starts with the SSR bookings. They may be outdated, because the browser can serve the page from its cache. */
function startWithInitial(initial: readonly Booking[]): void {
  const renderedAt = $loadedAt.get()
  if (renderedAt) saveBookings($token.get(), initial, renderedAt)
  if (renderedAt && isOffline()) markOutdated(renderedAt)
  trackBookings(initial)
}

function trackBookings(bookings: readonly Booking[]): void {
  const payable = withUnpaidExtensions(bookings)
  scheduleHoldExpiry(payable, refreshBookings)
  trackUnconfirmed(payable, () => void load(noop))
  schedulePinRefresh(bookings, () => void load(noop))
}

/** Shows the bookings saved on this device if none have loaded. Returns whether there are any. */
function showSaved(): boolean {
  if (Array.isArray($bookings.get())) return false
  const saved = savedBookings(new Date())
  if (saved === null) return false
  $bookings.set(saved.bookings)
  markOutdated(saved.saved_at)
  return true
}

/** Shows saved bookings, else the error. If the device is known to be offline, the outdated bar is enough. */
function showSavedOrFail(onFailure: () => void): void {
  if (showSaved() || $outdated.get()?.isOffline) return
  onFailure()
  const loadedAt = $loadedAt.get()
  if (loadedAt) markOutdated(loadedAt)
}

function showLoadError(): void {
  const before = $bookings.get()
  if (before === 'failed') return
  toast('error', text.loadFailed)
  if (before === 'loading') $bookings.set('failed')
}

/** Reloads in the background. The indicator stays visible long enough to be noticed. */
export function refreshBookings(): Promise<void> {
  return refresh(showLoadError)
}

/** Reloads after an action. If the action failed, a failure of the reload is not shown in addition. */
export function refreshAfter(succeeded: boolean): Promise<void> {
  return refresh(succeeded ? showLoadError : noop)
}

async function refresh(onFailure: () => void): Promise<void> {
  $refreshCount.set($refreshCount.get() + 1)
  const indicatorDelay = new Promise(resolve => setTimeout(resolve, REFRESH_INDICATOR_MS))
  await Promise.all([load(onFailure), indicatorDelay])
  $refreshCount.set($refreshCount.get() - 1)
}

export async function retryBookings(): Promise<void> {
  $bookings.set('loading')
  await load()
}

export const $isLoadingMore = atom(false)

const loadOlderBookings = () => import('./older-bookings.ts')

export function showMore(section: keyof BookingSections): Promise<void> {
  return whileBusy($isLoadingMore, text.loadFailed, async () => {
    const { showNextPage } = await loadOlderBookings()
    await showNextPage(section)
  })
}

export async function copyPin(pin: string): Promise<void> {
  const copied = await copyText(pin)
  if (copied) toast('success', text.pinCopied)
  else toast('info', text.copyByHand)
}

whenMountedSignedIn($bookings, () => {
  const initial = $bookings.get()
  if (Array.isArray(initial)) startWithInitial(initial as readonly Booking[])
  else {
    if (isOffline()) showSaved()
    void load()
  }
  const savedTimer = setTimeout(showSaved, SAVED_BOOKINGS_FALLBACK_MS)
  const stopNetworkRetry = reloadWhenOnline(
    () => $loadedAt.get(),
    () => void load(noop)
  )
  const refreshTimer = setTimeout(() => void refreshBookings(), ARRIVAL_REFRESH_MS)
  const unsubscribe = whenVisibleAgain(() => void refreshBookings())
  return () => {
    clearTimeout(refreshTimer)
    clearTimeout(savedTimer)
    stopHoldExpiry()
    stopNetworkRetry()
    stopPinTimer()
    stopPolling()
    unsubscribe()
  }
})
