import { loadavg } from 'node:os'
import type { Browser } from 'playwright'
import { figureOf, GOALS, METRICS, type Metric, SHIFT_MOST } from './goals.ts'
import { slowPhone } from './phone.ts'
import { nameOf, type Screen } from './screens.ts'
import type { Site } from './site.ts'
import { mark, median, msText, print, ratioText } from './table.ts'
import { refuseEmpty, type Seen, whenAnswered, whenSettled } from './watch.ts'

/** Ours, and what it is measured against. */
export interface Three {
  ours: Site
  spa: Site
  static: Site
}

/** What of it is measured, and how often. */
export interface Choice {
  runs: number
  screens: readonly Screen[]
}

type Runs = Record<keyof Three, Seen[]>

/** Ours is watched until it is idle, for what it moves and blocks late; the others no longer than to their last mark. */
async function visit(browser: Browser, sites: Three, name: keyof Three, screen: Screen): Promise<Seen | null> {
  // Nothing answers where nothing runs.
  const wanted = name === 'static' ? { ...screen, control: null } : screen
  const { context, page } = await slowPhone(browser, sites[name], screen.who, wanted)
  await page.goto(screen.path, { waitUntil: 'commit' })
  const seen = await (name === 'ours' ? whenSettled(page) : whenAnswered(page))
  if (name !== 'ours') refuseEmpty(seen, page)
  await context.close()
  return seen
}

/** In turn, so that whatever else the machine does falls on all of them. */
async function inTurn(browser: Browser, sites: Three, screen: Screen, count: number): Promise<Runs> {
  const runs: Runs = { ours: [], spa: [], static: [] }
  for (let run = 0; run < count; run += 1) {
    for (const name of ['static', 'ours', 'spa'] as const) {
      const seen = await visit(browser, sites, name, screen)
      if (seen) runs[name].push(seen)
    }
  }
  return runs
}

function rowsOf(screen: Screen, runs: Runs): string[][] {
  const goals = GOALS[nameOf(screen)] ?? {}
  const rows = (Object.keys(METRICS) as Metric[]).flatMap(metric => {
    const goal = goals[metric]
    if (!goal) return []
    const middle = (name: keyof Three) => median(runs[name].map(seen => figureOf(seen, metric)))
    const [ours, spa, still] = [middle('ours'), middle('spa'), middle('static')]
    const isMet = ours <= spa * goal.spa && (goal.static === undefined || ours <= still * goal.static)
    return [
      [
        METRICS[metric],
        metric === 'answers' ? '–' : msText(still),
        msText(ours),
        msText(spa),
        ratioText(ours, spa),
        `${goal.spa.toFixed(2)} ×`,
        goal.static === undefined ? '' : ratioText(ours, still),
        goal.static === undefined ? '' : `${goal.static.toFixed(2)} ×`,
        mark(isMet)
      ]
    ]
  })
  const shift = Math.max(...runs.ours.map(seen => seen.shift))
  const shifts = ['layout shift', '', shift.toFixed(3), '', '', SHIFT_MOST.toFixed(3), '', '']
  return [...rows, [...shifts, mark(shift <= SHIFT_MOST)]]
}

/** Each screen's figures are told as soon as they are there. */
export async function measureSpeed(browser: Browser, sites: Three, { runs, screens }: Choice): Promise<void> {
  for (const screen of screens) {
    const rows = rowsOf(screen, await inTurn(browser, sites, screen, runs))
    print(
      `${nameOf(screen)} on a phone: CPU ÷ 4, slow 4G, cold, median of ${runs} in turn; load ${loadavg()[0]?.toFixed(1)}`,
      ['figure', 'static', 'ours', 'spa', '÷ spa', 'at most', '÷ static', 'at most', ''],
      rows
    )
  }
}
