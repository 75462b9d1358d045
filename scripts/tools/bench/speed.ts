import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright'
import { sleep } from '../../kit/processes.ts'
import {
  BOOKING,
  FROM_HOME,
  METRICS,
  type Metric,
  NEXT_PAINT_MAX_MS,
  nameOf,
  type Screen,
  SECOND_VISIT,
  SHIFT_MAX,
  type SpeedLimits
} from './limits.ts'
import {
  figureOf,
  firstVisit,
  metricsOf,
  type PageMetrics,
  type Site,
  secondVisit,
  type Visitor,
  waitForIdle,
  waitForPaint
} from './phone.ts'
import { mark, median, msText, print, ratioText } from './table.ts'

/** The measured screens, and the number of runs. */
interface Measurement {
  runs: number
  screens: readonly Screen[]
}

async function visit(browser: Browser, site: Site, [name, screen, enter]: [string, Screen, Visitor]) {
  // The static page has no scripts, so its control never works.
  const page = await enter(browser, site, name === 'static' ? { ...screen, control: null } : screen)
  await page.goto(screen.path, { waitUntil: 'commit' })
  // A build is measured until it is idle, to include late layout shifts and long tasks.
  const metrics = await metricsOf(page, name !== 'static' && name !== 'spa')
  await page.context().close()
  return metrics
}

type Seen<Name extends string> = Record<Name, PageMetrics[]>

/** Alternates between the sites, so that the machine's load affects them equally. */
async function alternate<Name extends string>(
  browser: Browser,
  sites: { [Each in Name]?: Site },
  { enter, runs, screen }: { enter: Visitor; runs: number; screen: Screen }
): Promise<Seen<Name>> {
  const seen = Object.fromEntries(Object.keys(sites).map(name => [name, [] as PageMetrics[]])) as Seen<Name>
  for (let run = 0; run < runs; run += 1) {
    for (const [name, site] of Object.entries(sites) as [Name, Site][])
      seen[name].push(await visit(browser, site, [name, screen, enter]))
  }
  return seen
}

const medianOf = (seen: readonly PageMetrics[], metric: Metric) => median(seen.map(one => figureOf(one, metric)))
const metrics = Object.keys(METRICS) as Metric[]
const shiftOf = (seen: readonly PageMetrics[]) => Math.max(...seen.map(one => one.shift))

/** Ours and its baselines. The bench is not always given a single-page app. */
export type Compared = Record<'ours' | 'static', Site> & { spa?: Site }

function limitRows(limits: SpeedLimits, seen: Seen<keyof Compared>): string[][] {
  return metrics.flatMap(metric => {
    const limit = limits[metric]
    if (!limit) return []
    const [baseline, most] = 'spa' in limit ? (['spa', limit.spa] as const) : (['static', limit.static] as const)
    if (!(baseline in seen)) return []
    const [ours, other] = [medianOf(seen.ours, metric), medianOf(seen[baseline], metric)]
    const figures = [msText(ours), `${baseline} ${msText(other)}`, ratioText(ours, other), most.toFixed(2)]
    return [[METRICS[metric], ...figures, mark(ours <= other * most)]]
  })
}

const titleOf = (screen: Screen, visitName: string, runs: number) =>
  `${nameOf(screen)}, ${visitName} visit on a phone: CPU ÷ 4, slow 4G, median of ${runs}; load ${loadavg()[0]?.toFixed(1)}`

/** Prints each screen's figures as soon as they are measured. */
export async function measureSpeed(browser: Browser, sites: Compared, { runs, screens }: Measurement): Promise<void> {
  const head = ['figure', 'ours', 'baseline', 'ratio', 'at most', '']
  for (const screen of screens) {
    const first = await alternate(browser, sites, { enter: firstVisit, runs, screen })
    const shift = shiftOf(first.ours)
    print(titleOf(screen, 'first', runs), head, [
      ...limitRows(screen.first, first),
      ['layout shift', shift.toFixed(3), '', '', SHIFT_MAX.toFixed(2), mark(shift <= SHIFT_MAX)]
    ])
    const second = await alternate(browser, sites, { enter: secondVisit, runs, screen })
    const { answers, ...links } = SECOND_VISIT
    print(titleOf(screen, 'second', runs), head, limitRows(screen.control === null ? links : SECOND_VISIT, second))
  }
}

/** Two builds in turn. `again` is ours once more: its ratio shows how much the machine varies. */
export async function compareSpeed(
  browser: Browser,
  sites: Record<'again' | 'other' | 'ours', Site>,
  { runs, screens }: Measurement
): Promise<void> {
  for (const screen of screens) {
    for (const [name, enter] of [['first', firstVisit] as const, ['second', secondVisit] as const]) {
      const seen = await alternate(browser, sites, { enter, runs, screen })
      print(
        titleOf(screen, name, runs),
        ['figure', 'other', 'ours', 'ours ÷ other', 'ours ÷ ours'],
        metrics.map(metric => {
          const [ours, other, again] = (['ours', 'other', 'again'] as const).map(site => medianOf(seen[site], metric))
          return [
            METRICS[metric],
            msText(other ?? 0),
            msText(ours ?? 0),
            ratioText(ours ?? 0, other ?? 0),
            ratioText(again ?? 0, ours ?? 0)
          ]
        })
      )
    }
  }
}

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
  await waitForIdle(page)
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
    await waitForIdle(page)
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
