import { loadavg } from 'node:os'
import type { Browser } from 'playwright'
import {
  figureOf,
  GOALS,
  type Goals,
  METRICS,
  type Metric,
  SECOND_VISIT,
  SECOND_VISIT_GAP_MS,
  SHIFT_MOST
} from '../goals.ts'
import type { Site } from '../site.ts'
import { mark, median, msText, print, ratioText } from '../table.ts'
import { type Phone, returningVisitor, throttledPhone } from './phone.ts'
import { nameOf, type Screen } from './screens.ts'
import { assertNotEmpty, type PageMetrics, waitUntilIdle, waitUntilInteractive } from './watch.ts'

/** Our site and both baselines. */
interface ComparedSites {
  ours: Site
  spa: Site
  static: Site
}

/** The measured screens, and the number of runs. */
export interface Measurement {
  runs: number
  screens: readonly Screen[]
}

type Runs = Record<keyof ComparedSites, PageMetrics[]>

type OpenPage = (browser: Browser, site: Site, screen: Screen) => Promise<Phone>

const NAMES = ['static', 'ours', 'spa'] as const

/**
 * Waits for our page to be idle, to include late layout shifts and long tasks. Baselines are measured until they are
 * interactive.
 */
async function visit(
  browser: Browser,
  site: Site,
  [name, screen, enter]: [keyof ComparedSites, Screen, OpenPage]
): Promise<PageMetrics | null> {
  // The static page has no scripts, so its control never works.
  const watched = name === 'static' ? { ...screen, control: null } : screen
  const { context, page } = await enter(browser, site, watched)
  await page.goto(screen.path, { waitUntil: 'commit' })
  const metrics = await (name === 'ours' ? waitUntilIdle(page) : waitUntilInteractive(page))
  if (name !== 'ours') assertNotEmpty(metrics, page)
  await context.close()
  return metrics
}

/** Alternates between the sites, so that the machine's load affects them equally. */
async function alternate(
  browser: Browser,
  sites: ComparedSites,
  { count, enter, screen }: { count: number; enter: OpenPage; screen: Screen }
) {
  const runs: Runs = { ours: [], spa: [], static: [] }
  for (let run = 0; run < count; run += 1) {
    for (const name of NAMES) {
      const seen = await visit(browser, sites[name], [name, screen, enter])
      if (seen) runs[name].push(seen)
    }
  }
  return runs
}

const HEAD = ['figure', 'static', 'ours', 'spa', '÷ static', 'at most', '÷ spa', 'at most', '']

function rowsOf(goals: Goals, runs: Runs): string[][] {
  return (Object.keys(METRICS) as Metric[]).flatMap(metric => {
    const goal = goals[metric]
    if (!goal) return []
    const middle = (name: keyof ComparedSites) => median(runs[name].map(seen => figureOf(seen, metric)))
    const ours = middle('ours')
    const against = (['static', 'spa'] as const).map(name => ({ most: goal[name], otherMedian: middle(name) }))
    const ratios = against.flatMap(({ most, otherMedian }) =>
      most === undefined ? ['', ''] : [ratioText(ours, otherMedian), `${most.toFixed(2)} ×`]
    )
    const isMet = against.every(({ most, otherMedian }) => most === undefined || ours <= otherMedian * most)
    const staticText = metric === 'answers' ? '–' : msText(middle('static'))
    return [[METRICS[metric], staticText, msText(ours), msText(middle('spa')), ...ratios, mark(isMet)]]
  })
}

function shiftRow(seen: readonly PageMetrics[]): string[] {
  const shift = Math.max(...seen.map(one => one.shift))
  return ['layout shift', '', shift.toFixed(3), '', '', '', '', SHIFT_MOST.toFixed(3), mark(shift <= SHIFT_MOST)]
}

/** The time between visible content and a working control. */
function gapRow(seen: readonly PageMetrics[]): string[] {
  const gap = median(seen.map(one => figureOf(one, 'answers') - figureOf(one, 'visible')))
  return [
    'content to control',
    '',
    msText(gap),
    '',
    '',
    '',
    '',
    msText(SECOND_VISIT_GAP_MS),
    mark(gap <= SECOND_VISIT_GAP_MS)
  ]
}

/** Prints each screen's figures as soon as they are measured. */
export async function measureSpeed(
  browser: Browser,
  sites: ComparedSites,
  { runs: count, screens }: Measurement
): Promise<void> {
  for (const screen of screens) {
    const name = nameOf(screen)
    const cold = await alternate(browser, sites, { count, enter: throttledPhone, screen })
    const title = `${name} on a phone: CPU ÷ 4, slow 4G, median of ${count} alternating runs`
    const load = () => `load ${loadavg()[0]?.toFixed(1)}`
    print(`${title}, first visit; ${load()}`, HEAD, [...rowsOf(GOALS[name] ?? {}, cold), shiftRow(cold.ours)])
    const warm = await alternate(browser, sites, { count, enter: returningVisitor, screen })
    print(`${title}, second visit; ${load()}`, HEAD, [
      ...rowsOf(SECOND_VISIT, warm),
      ...(screen.control ? [gapRow(warm.ours)] : [])
    ])
  }
}
