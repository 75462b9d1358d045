import { ignoreFailure } from '#domain/kit/failures.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { rideTime } from '#messages/labels.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isFromHistory, isRenderedForOtherSession } from '#stores/session/page-guard.ts'

// Keeps the next ride up to date: its times while it is shown, and the ride itself when the rider comes back to Home.

const nextRide = (page: Document) => page.querySelector('[data-next-ride]')

/** Also hides a ride that has ended. */
function updateTime(): void {
  const bar = nextRide(document)?.querySelector<HTMLElement>('[data-end]')
  const time = bar?.querySelector('[data-time-left]')
  if (!bar || !time) return
  const { end = '', start = '' } = bar.dataset
  const now = currentTime()
  bar.hidden = parseInstant(end) <= now
  const pin = bar.querySelector<HTMLElement>('[data-pin-from]')
  // The rendered text says when the PIN appears.
  if (pin && parseInstant(pin.dataset.pinFrom ?? '') <= now) pin.textContent = pin.dataset.pinText ?? ''
  time.textContent = rideTime({ end: parseInstant(end), start: parseInstant(start) }, now)
}

/** The rider may have booked or cancelled a ride on another page. Only the server renders a ride, so get Home again. */
async function reloadRide(): Promise<void> {
  // After Back, browsers answer requests from their cache too.
  const response = await fetch(location.pathname, { cache: 'no-cache' })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const ride = nextRide(page)
  if (ride && !isRenderedForOtherSession(page.documentElement.dataset.session)) nextRide(document)?.replaceWith(ride)
  updateTime()
}

/** If the reload fails, the ride is as old as before; the next return tries again. */
function update(): void {
  updateTime()
  if (document.visibilityState === 'visible') void ignoreFailure(reloadRide())
}

setInterval(updateTime, MINUTE_MS)
document.addEventListener('visibilitychange', update)
addEventListener('pageshow', ({ persisted }) => (persisted || isFromHistory() ? update() : updateTime()))
