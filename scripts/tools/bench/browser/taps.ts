import type { Browser, Page } from 'playwright'
import { NEXT_PAINT_MS } from '../goals.ts'
import type { Site } from '../site.ts'
import { mark, median, msText, print } from '../table.ts'
import { throttledPhone } from './phone.ts'
import { nameOf, SCREENS, type Screen } from './screens.ts'
import { waitForPaint, waitUntilIdle } from './watch.ts'

// The time between frequent actions of a visitor and the next paint.

interface Tap {
  act: (page: Page) => Promise<void>
  name: string
}

const tap = (selector: string) => (page: Page) => page.locator(selector).first().tap()
const press = (selector: string, key: string) => (page: Page) => page.locator(selector).first().press(key)

/** The actions on each screen, in order, by the name of the screen. */
const TAPS: Readonly<Record<string, readonly Tap[]>> = {
  '/admin': [
    { act: tap('#tab-bookings'), name: 'a tab' },
    { act: press('#tab-panel input[type="search"]', 'a'), name: 'a letter to search for' },
    { act: press('#tab-panel select', 'ArrowDown'), name: 'a filter' }
  ],
  '/booking/{id}': [
    { act: tap('main input[name="offer"]:not(:checked)'), name: 'a plan' },
    { act: tap('main input[name="day"]:not(:checked):enabled'), name: 'a date' },
    { act: tap('main input[name="slot"]:not(:checked):enabled'), name: 'a slot' }
  ],
  '/my-bookings': [{ act: tap('main header button'), name: 'refresh' }]
}

const tapsOn = (screen: Screen) => TAPS[nameOf(screen)] ?? []

declare global {
  interface Window {
    /** The longest interaction since this was last set to 0. */
    slowest?: number
  }
}

/** Runs in the page. The browser does not report interactions shorter than 16 ms. */
function watchTaps(): void {
  window.slowest = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) window.slowest = Math.max(window.slowest ?? 0, entry.duration)
    }
  }).observe({ buffered: true, durationThreshold: 16, type: 'event' } as PerformanceObserverInit)
}

async function timed(page: Page, { act }: Tap): Promise<number> {
  await page.evaluate(() => {
    window.slowest = 0
  })
  await act(page)
  await waitForPaint(page)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => window.slowest ?? 0)
}

/** Visits the screen and returns the duration of each action on it. */
async function timesOf(browser: Browser, site: Site, screen: Screen): Promise<number[]> {
  const { context, page } = await throttledPhone(browser, site, screen)
  await page.addInitScript(watchTaps)
  await page.goto(screen.path, { waitUntil: 'commit' })
  await waitUntilIdle(page)
  const times: number[] = []
  for (const one of tapsOn(screen)) times.push(await timed(page, one))
  await context.close()
  return times
}

export async function measureTaps(browser: Browser, site: Site, runs: number): Promise<void> {
  const rows: string[][] = []
  for (const screen of SCREENS) {
    const taps = tapsOn(screen)
    if (taps.length === 0) continue
    const visits: number[][] = []
    for (let run = 0; run < runs; run += 1) visits.push(await timesOf(browser, site, screen))
    taps.forEach(({ name }, index) => {
      const middle = median(visits.map(times => times[index] ?? Number.POSITIVE_INFINITY))
      rows.push([nameOf(screen), name, msText(middle), `${NEXT_PAINT_MS} ms`, mark(middle <= NEXT_PAINT_MS)])
    })
  }
  print(`From a tap to the next paint, CPU ÷ 4, median of ${runs}`, ['screen', 'tap', 'ours', 'at most', ''], rows)
}
