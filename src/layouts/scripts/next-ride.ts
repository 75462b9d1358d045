import { ignoreFailure } from '#domain/kit/failures.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { holdLeft } from '#messages/home.ts'
import { rideTime } from '#messages/labels.ts'
import { RETURN_SENT_EVENT } from '#stores/app/send-pending.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isFromHistory, isRenderedForOtherSession } from '#stores/session/page-guard.ts'

// Keeps the rider's hold and ride on Home up to date: their times while they are shown, and what is shown when the
// rider comes back to Home, a ride begins or a hold ends.

const area = (page: Document) => page.querySelector('[data-next-ride]')
const find = (selector: string) => area(document)?.querySelector<HTMLElement>(selector) ?? null

/** Writes only a text that has changed: a browser that translates the page translates each new text again. */
function write(element: HTMLElement, text: string): void {
  if (element.dataset.text === text) return
  element.dataset.text = text
  element.textContent = text
}

/** An invalid date for a missing or malformed attribute. */
const timeOf = (attribute: string | undefined) => parseInstant(attribute ?? '')

/** Returns whether the server would show something else by now. */
function updateHold(now: Date): boolean {
  const hold = find('[data-hold-until]')
  const time = hold?.querySelector<HTMLElement>('[data-time-left]')
  if (!hold || !time || hold.hidden) return false
  const leftMs = timeOf(hold.dataset.holdUntil).getTime() - now.getTime()
  hold.hidden = leftMs <= 0
  write(time, holdLeft(leftMs))
  return hold.hidden
}

/** The same for the ride. */
function updateRide(now: Date): boolean {
  const ride = find('[data-end]')
  const time = ride?.querySelector<HTMLElement>('[data-time-left]')
  if (!ride || !time || ride.hidden) return false
  const { dataset } = ride
  const [end, start] = [timeOf(dataset.end), timeOf(dataset.start)]
  const hasStarted = ride instanceof HTMLAnchorElement && start <= now
  ride.hidden = timeOf(dataset.until) <= now
  const pin = ride.querySelector<HTMLElement>('[data-pin-from]')
  // The rendered text says when the PIN appears.
  if (pin && timeOf(pin.dataset.pinFrom) <= now) write(pin, pin.dataset.pinText ?? '')
  write(time, rideTime({ end, start }, now))
  return ride.hidden || hasStarted
}

let lastReloadAt = Date.now()
const RELOAD_PAUSE_MS = 15 * SECOND_MS

function updateTime(): void {
  const now = currentTime()
  // Not `||`: both are updated.
  const isOutdated = [updateHold(now), updateRide(now)].includes(true)
  if (isOutdated && Date.now() - lastReloadAt > RELOAD_PAUSE_MS) void ignoreFailure(reload())
}

/** The rider may have booked or cancelled a ride on another page. Only the server renders it, so get Home again. */
async function reload(): Promise<void> {
  lastReloadAt = Date.now()
  // After Back, browsers answer requests from their cache too.
  const response = await fetch(location.pathname, { cache: 'no-cache' })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const shown = area(page)
  if (shown && !isRenderedForOtherSession(page.documentElement.dataset.session)) replaceArea(shown)
  updateTime()
}

/** A focused link keeps the focus if it is still there. */
function replaceArea(shown: Element): void {
  const before = area(document)
  const focused = before?.contains(document.activeElement) && document.activeElement?.getAttribute('href')
  before?.replaceWith(shown)
  if (focused) shown.querySelector<HTMLElement>(`[href="${focused}"]`)?.focus()
}

/** If the reload fails, the ride is as old as before; the next return tries again. */
function update(): void {
  updateTime()
  if (document.visibilityState === 'visible') void ignoreFailure(reload())
}

setInterval(updateTime, SECOND_MS)
addEventListener(RETURN_SENT_EVENT, () => void ignoreFailure(reload()))
document.addEventListener('visibilitychange', update)
addEventListener('pageshow', ({ persisted }) => (persisted || isFromHistory() ? update() : updateTime()))
