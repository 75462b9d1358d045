import { atom } from 'nanostores'
import { lazyPart } from '#client/device/lazy-part.ts'
import { isOffline, isOfflineShell } from '#client/device/network.ts'
import { removeFragment, urlFragment, whenVisibleAgain } from '#client/device/page.ts'
import { $token } from '#client/session/token.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { ARRIVAL_REFRESH_MS, REFRESH_INDICATOR_MS, SAVED_BOOKINGS_FALLBACK_MS } from '#domain/constants.ts'
import { MY_BOOKINGS_NETWORK_ONLY, rideLinkOf } from '#domain/routes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { sendPending } from '#stores/app/send-pending.ts'
import { copyAndTell, toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, logFailure, showFailures } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { $unconfirmedIds, stopPolling, trackUnconfirmed } from '#stores/payment/payment-notices.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { $session } from '#stores/session/session.ts'
import { openDialog } from './booking-dialogs.ts'
import { holdRemainingMs, isToReturn } from './booking-facts.ts'
import {
  $bookings,
  $hasMore,
  $loadedAt,
  $olderBookings,
  $payingBookingId,
  loadReadNotices,
  loadShown,
  withUnpaidExtensions
} from './bookings.ts'
import { showPendingReturns } from './manage-ride/pending-return.ts'
import { showRefusedReports } from './pending-problems.ts'
import {
  $outdated,
  markOutdated,
  reloadWhenOnline,
  saveBookings,
  savedBookings,
  withReturns
} from './saved-bookings.ts'

const $refreshCount = atom(0)
export const $isRefreshing = computed($refreshCount, running => running > 0)

let lastRequest = 0
let lastShownRequest = 0

const noop = () => undefined

async function load(onFailure: () => void = showLoadError): Promise<void> {
  const request = ++lastRequest
  const token = $token.get()
  const page = await logFailure(loadShown())
  // A rejected token has ended the session, and the redirect to sign-in is under way.
  if ($session.get() === null) return
  if (page === null) {
    if (request === lastRequest) showSavedOrFail(onFailure)
  } else if (request > lastShownRequest) {
    lastShownRequest = request
    const now = currentTime()
    const bookings = withReturns(page.rows)
    $loadedAt.set(now)
    $olderBookings.set(page.older)
    $hasMore.set(page.hasMore)
    $bookings.set(bookings)
    // The network can go while the answer is on its way.
    if (isOffline()) markOutdated(now)
    else $outdated.set(null)
    saveBookings(token, bookings, now)
    trackBookings(bookings)
    openFromLink(bookings)
    void sendPendingAndReload()
  }
}

/** The bookings have loaded, so there is a network. */
async function sendPendingAndReload(): Promise<void> {
  if (await logFailure(sendPending())) await load(noop)
}

/** Starts with the SSR bookings. They may be outdated, because the browser can serve the page from its cache. */
function startWithInitial(initial: readonly Booking[]): void {
  const renderedAt = $loadedAt.get()
  if (renderedAt) saveBookings($token.get(), initial, renderedAt)
  if (renderedAt && isOffline()) markOutdated(renderedAt)
  trackBookings(initial)
  openFromLink(initial)
}

function trackBookings(bookings: readonly Booking[]): void {
  const payable = withUnpaidExtensions(bookings)
  scheduleHoldExpiry(payable)
  trackUnconfirmed(payable, () => void load(noop))
  schedulePinRefresh(bookings)
}

/** Shows the bookings saved on this device if none have loaded. Returns whether there are any. */
function showSaved(): boolean {
  if (isLoaded($bookings.get())) return false
  const saved = savedBookings(currentTime())
  if (saved === null) return false
  $bookings.set(saved.bookings)
  markOutdated(saved.saved_at)
  openFromLink(saved.bookings)
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
  toast('error', myBookingsText.loadFailed)
  if (before === 'loading') $bookings.set('failed')
}

/** Reloads in the background. The indicator stays visible long enough to be noticed. */
export const refreshBookings = (): Promise<void> => refresh(showLoadError)

/** Reloads after an action. If the action failed, a failure of the reload is not shown in addition. */
export const refreshAfter = (succeeded: boolean): Promise<void> => refresh(succeeded ? showLoadError : noop)

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

const payment = lazyPart(() => import('./resume-payment.ts'))

/**
 * 'Complete Payment': reopens the order while the hold is valid. After that, it starts a new booking with the same
 * choices.
 */
export async function completePayment(booking: Booking): Promise<void> {
  if ($payingBookingId.get() !== null) return
  if (isOfflineShell()) return location.assign(MY_BOOKINGS_NETWORK_ONLY)
  $payingBookingId.set(booking.id)
  const succeeded = await showFailures(myBookingsText.completePaymentFailed, async () => {
    const { resumePayment } = await payment.load()
    return resumePayment(booking)
  })
  $payingBookingId.set(null)
  await refreshAfter(Boolean(succeeded))
}

export const copyPin = (pin: string): Promise<void> =>
  copyAndTell(pin, { copied: myBookingsText.pinCopied, copyByHand: myBookingsText.copyByHand })

let expiryTimer: ReturnType<typeof setTimeout> | undefined

/** Announces the next hold that expires while the page is open. */
function scheduleHoldExpiry(bookings: readonly Booking[]): void {
  clearTimeout(expiryTimer)
  const now = currentTime()
  const holds = bookings.filter(booking => displayStatus(booking, now) === 'Payment Pending' && booking.expires_at)
  const [next] = holds.sort((one, other) => holdRemainingMs(one, now) - holdRemainingMs(other, now))
  if (next) expiryTimer = setTimeout(() => void onHoldExpired(next), holdRemainingMs(next, now))
}

/** No announcement if the payment of the hold is being made, was unconfirmed or has succeeded. */
async function onHoldExpired(hold: Booking): Promise<void> {
  const wasUnconfirmed = $unconfirmedIds.get().includes(hold.id)
  await refreshBookings()
  const bookings = $bookings.get()
  // It may have moved to a later page.
  const expired = isLoaded(bookings) && (findHold(hold, bookings) ?? hold)
  if (!expired || wasUnconfirmed || $payingBookingId.get() !== null) return
  if (displayStatus(expired, currentTime()) === 'Failed')
    toast('info', hold.kind === 'extension' ? rideCardText.extensionExpired : paymentsText.holdExpired)
}

/** A paid extension has become a part of its ride, which then ends with it. */
function findHold(hold: Booking, bookings: readonly Booking[]): Booking | undefined {
  return hold.kind === 'extension'
    ? bookings.find(({ end_time, payment_status }) => payment_status === 'Completed' && end_time === hold.end_time)
    : bookings.find(({ id }) => id === hold.id)
}

/** The server's clock decides, and the device's can be early. */
const TOO_EARLY_RETRY_MS = MINUTE_MS / 2

let pinTimer: ReturnType<typeof setTimeout> | undefined

/** Loads the bookings when the next PIN can be read, which sets the timer again. */
function schedulePinRefresh(bookings: readonly Booking[]): void {
  clearTimeout(pinTimer)
  const times = bookings.flatMap(({ pin_from }) => (pin_from ? [parseInstant(pin_from).getTime()] : []))
  if (times.length === 0) return
  const wait = Math.min(...times) - currentTime().getTime()
  // A browser's timer lasts less than a month.
  pinTimer = setTimeout(() => void load(noop), wait > 0 ? Math.min(wait + SECOND_MS, DAY_MS) : TOO_EARLY_RETRY_MS)
}

/** Does what the link to this page says (domain/routes.ts), once. A ride that is over by now is only shown. */
function openFromLink(bookings: readonly Booking[]): void {
  const action = rideLinkOf(urlFragment())
  if (action === null || action === 'ride') return
  removeFragment()
  const now = currentTime()
  if (action === 'pay') {
    const hold = bookings.find(booking => displayStatus(booking, now) === 'Payment Pending' && !booking.is_settling)
    if (hold) void completePayment(hold)
  } else {
    const ride =
      bookings.find(booking => displayStatus(booking, now) === 'Active') ??
      bookings.find(booking => isToReturn(booking, now))
    if (ride) void openDialog(action, ride)
  }
}

whenMountedSignedIn($bookings, () => {
  showPendingReturns()
  showRefusedReports()
  loadReadNotices()
  const initial = $bookings.get()
  if (isLoaded(initial)) startWithInitial(initial)
  else {
    if (isOffline()) showSaved()
    void load()
  }
  const savedTimer = setTimeout(showSaved, SAVED_BOOKINGS_FALLBACK_MS)
  const stopNetworkRetry = reloadWhenOnline(() => void load(noop))
  const refreshTimer = setTimeout(() => void refreshBookings(), ARRIVAL_REFRESH_MS)
  const unsubscribe = whenVisibleAgain(() => void refreshBookings())
  return () => {
    for (const timer of [expiryTimer, pinTimer, refreshTimer, savedTimer]) clearTimeout(timer)
    // A later answer would start the timers again.
    lastShownRequest = lastRequest
    stopNetworkRetry()
    stopPolling()
    unsubscribe()
  }
})
