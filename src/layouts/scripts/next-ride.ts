import { parseInstant } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { rideTime } from '#messages/my-bookings/ride-time.ts'

// Keeps the time of the next ride up to date, says when its PIN can be read, and hides a ride that has ended.

function update(): void {
  const bar = document.querySelector<HTMLElement>('[data-next-ride]')
  const time = bar?.querySelector('[data-time-left]')
  if (!bar || !time) return
  const { end = '', start = '' } = bar.dataset
  const now = new Date()
  bar.hidden = parseInstant(end) <= now
  const pin = bar.querySelector<HTMLElement>('[data-pin-from]')
  // The rendered text says when the PIN appears.
  if (pin && parseInstant(pin.dataset.pinFrom ?? '') <= now) pin.textContent = pin.dataset.pinText ?? ''
  time.textContent = rideTime(parseInstant(start), parseInstant(end), now)
}

setInterval(update, MINUTE_MS)
document.addEventListener('visibilitychange', update)
addEventListener('pageshow', update)
