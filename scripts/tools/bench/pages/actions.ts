import type { Browser, Page } from 'playwright'
import { sleep } from '../../../kit/processes.ts'
import { BOOKING, FROM_HOME, METRICS, NEXT_PAINT_MAX_MS, nameOf, type Screen } from '../limits.ts'
import { mark, median, msText, print, ratioText } from '../table.ts'
import { firstVisit, type Site } from './phone.ts'
import type { Measurement } from './speed.ts'
import { metricsOf, waitForPaint } from './watch.ts'

// What a visitor does on a page: the tap that leads from Home to a booking, and frequent actions.

const LINK = `main a[href="${BOOKING.path}"]`
/** The time that a rider spends at home before the tap. All loading has ended by then. */
const DWELL_MS = 4000
/** The duration of a tap. */
const TOUCH_MS = 90

/** Taps the link with touch events. Returns the time of the release, on a clock that all pages share. */
async function touch(page: Page): Promise<number> {
  const link = page.locator(LINK).first()
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  if (!box) throw new Error('Book Now is not visible')
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  const leftPage = page.evaluate(
    () =>
      new Promise<number>(resolve =>
        addEventListener('pointerup', () => resolve(performance.timeOrigin + performance.now()), { once: true })
      )
  )
  await session.send('Input.dispatchTouchEvent', { touchPoints: [point], type: 'touchStart' })
  await sleep(TOUCH_MS)
  await session.send('Input.dispatchTouchEvent', { touchPoints: [], type: 'touchEnd' })
  return leftPage
}

type Arrival = Record<keyof typeof FROM_HOME, number>

async function arrivalFromHome(browser: Browser, site: Site): Promise<Arrival> {
  const page = await firstVisit(browser, site, BOOKING)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator(LINK).first().waitFor()
  await page.waitForLoadState('networkidle')
  await sleep(DWELL_MS)
  const leftPage = await touch(page)
  await page.waitForURL(`**${BOOKING.path}`, { waitUntil: 'commit' })
  const { answers, visible } = await metricsOf(page, false)
  const since = (await page.evaluate(() => performance.timeOrigin)) - leftPage
  await page.context().close()
  return { answers: since + (answers ?? 0), visible: since + (visible ?? 0) }
}

/** Our site loads another page; the SPA renders another view. Other builds have no limit. */
export async function measureFromHome(browser: Browser, sites: Record<string, Site>, runs: number): Promise<void> {
  const names = Object.keys(sites)
  const arrivals = names.map((): Arrival[] => [])
  for (let run = 0; run < runs; run += 1) {
    for (const [index, site] of Object.values(sites).entries()) {
      arrivals[index]?.push(await arrivalFromHome(browser, site))
    }
  }
  const rows = (['visible', 'answers'] as const).map(figure => {
    const [ours = 0, ...others] = arrivals.map(all => median(all.map(one => one[figure])))
    const figures = [METRICS[figure], msText(ours), ...others.flatMap(other => [msText(other), ratioText(ours, other)])]
    const most = FROM_HOME[figure]
    return 'spa' in sites ? [...figures, most.toFixed(2), mark(ours <= (others[0] ?? 0) * most)] : figures
  })
  const head = ['figure', 'ours', ...names.slice(1).flatMap(name => [name, `ours ÷ ${name}`])]
  print(
    `From Home to /booking/{id}, after the tap; median of ${runs}`,
    'spa' in sites ? [...head, 'at most', ''] : head,
    rows
  )
}

interface Action {
  act: (page: Page) => Promise<void>
  name: string
}

const tap = (selector: string) => (page: Page) => page.locator(selector).first().tap()
const press = (selector: string, key: string) => (page: Page) => page.locator(selector).first().press(key)

/** The actions on each screen, in order. */
const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
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

declare global {
  interface Window {
    /** The longest interaction since this was last set to 0. */
    slowest?: number
  }
}

/** Runs in the page. The browser does not report interactions shorter than 16 ms. */
function watchInteractions(): void {
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) window.slowest = Math.max(window.slowest ?? 0, entry.duration)
    }
  }).observe({ buffered: true, durationThreshold: 16, type: 'event' } as PerformanceObserverInit)
}

/** Visits the screen and returns the duration of each action on it. */
async function interactionTimes(browser: Browser, site: Site, screen: Screen): Promise<number[]> {
  const page = await firstVisit(browser, site, screen)
  await page.addInitScript(watchInteractions)
  await page.goto(screen.path, { waitUntil: 'commit' })
  await metricsOf(page, true)
  const times: number[] = []
  for (const { act } of ACTIONS[nameOf(screen)] ?? []) {
    await page.evaluate(() => {
      window.slowest = 0
    })
    await act(page)
    await waitForPaint(page)
    await page.waitForLoadState('networkidle')
    times.push(await page.evaluate(() => window.slowest ?? 0))
  }
  await page.context().close()
  return times
}

export async function measureInteractions(browser: Browser, site: Site, { runs, screens }: Measurement) {
  const rows: string[][] = []
  for (const screen of screens) {
    const actions = ACTIONS[nameOf(screen)] ?? []
    const visits: number[][] = []
    while (actions.length > 0 && visits.length < runs) visits.push(await interactionTimes(browser, site, screen))
    for (const [index, { name }] of actions.entries()) {
      const middle = median(visits.map(times => times[index] ?? Number.POSITIVE_INFINITY))
      const isMet = middle <= NEXT_PAINT_MAX_MS
      rows.push([nameOf(screen), name, msText(middle), msText(NEXT_PAINT_MAX_MS), mark(isMet)])
    }
  }
  print(`Interaction to next paint, CPU ÷ 4, median of ${runs}`, ['screen', 'action', 'ours', 'at most', ''], rows)
}
