import { ignoreFailure } from '#domain/kit/failures.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as homeText from '#messages/home.ts'
import { RIDE_CHANGED_EVENT } from '#stores/app/send-pending.ts'
import { keptReturns, shownAt } from '#stores/home/next-ride.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { guardPage, isFromHistory, isRenderedForOtherSession } from '#stores/session/page-guard.ts'

// Keeps the rider's hold and ride on Home up to date: their times while they are shown, and what is shown when the
// rider comes back to Home, a ride begins or a hold ends.

const area = (page: Document) => page.querySelector('[data-next-ride]')

/** Writes only a text that has changed: a browser that translates the page translates each new text again. */
function write(row: HTMLElement, selector: string, text: string): void {
  const element = row.querySelector<HTMLElement>(selector)
  if (!element || element.dataset.text === text) return
  element.dataset.text = text
  element.textContent = text
}

/** Returns whether the server would show something else by now. */
function updateRow(row: HTMLElement, now: Date): boolean {
  const shown = shownAt(now, row.dataset, keptReturns())
  row.hidden = shown.isOver
  row.querySelector('[data-actions]')?.toggleAttribute('hidden', shown.isReturnKept)
  write(row, '[data-time-left]', shown.time)
  // The rendered text says when the PIN appears.
  if (shown.isPinDue) write(row, '[data-pin]', homeText.seePin)
  return shown.isOutdated
}

let lastReloadAt = Date.now()
const RELOAD_PAUSE_MS = 15 * SECOND_MS

function updateTime(): void {
  const now = currentTime()
  const rows = area(document)?.querySelectorAll<HTMLElement>('[data-until]:not([hidden])') ?? []
  const isOutdated = Array.from(rows, row => updateRow(row, now)).includes(true)
  if (isOutdated && Date.now() - lastReloadAt > RELOAD_PAUSE_MS) void ignoreFailure(reload())
}

/** The rider may have booked or cancelled a ride on another page. Only the server renders it, so get Home again. */
async function reload(): Promise<Document | null> {
  lastReloadAt = Date.now()
  // After Back, browsers answer requests from their cache too.
  const response = await fetch(location.pathname, { cache: 'no-cache' })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const shown = area(page)
  const isOwn = !isRenderedForOtherSession(page.documentElement.dataset.session)
  if (shown && isOwn) replaceArea(shown)
  updateTime()
  return isOwn ? page : null
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

/** The list of scooters says whose ride each has. A hydrated one loads itself (stores/home/home.ts). */
async function reloadAll(): Promise<void> {
  const asleep = 'astro-island[client="interaction"][ssr]'
  const shown = (await reload())?.querySelector(asleep)
  if (shown) document.querySelector(asleep)?.replaceWith(shown)
}

setInterval(updateTime, SECOND_MS)
addEventListener(RIDE_CHANGED_EVENT, () => void ignoreFailure(reloadAll()))
document.addEventListener('visibilitychange', update)
addEventListener('pageshow', ({ persisted }) => (persisted || isFromHistory() ? update() : updateTime()))
guardPage()
