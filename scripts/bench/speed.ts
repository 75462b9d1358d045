import { loadavg } from 'node:os'
import type { Browser } from 'playwright'
import { figureOf, GOALS, METRICS, type Metric, SHIFT_MOST } from './goals.ts'
import { visitSlowly } from './phone.ts'
import { nameOf, SCREENS, type Screen } from './screens.ts'
import type { Site } from './site.ts'
import { median, msText, print, ratioText } from './table.ts'
import type { Seen } from './watch.ts'

const RUNS = 5

/** Ours, and what it is measured against. */
export interface Three {
  ours: Site
  spa: Site
  static: Site
}

type Runs = Record<keyof Three, Seen[]>

/** In turn, so that whatever else the machine does falls on all of them. */
async function inTurn(browser: Browser, sites: Three, screen: Screen): Promise<Runs> {
  const runs: Runs = { ours: [], spa: [], static: [] }
  for (let run = 0; run < RUNS; run += 1) {
    for (const name of ['static', 'ours', 'spa'] as const) {
      // Nothing answers where nothing runs.
      const wanted = name === 'static' ? { ...screen, control: null } : screen
      const seen = await visitSlowly(browser, sites[name], wanted)
      if (seen) runs[name].push(seen)
    }
  }
  return runs
}

function mark(isMet: boolean): string {
  return isMet ? '✓' : '✗'
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
        nameOf(screen),
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
  const shifts = [nameOf(screen), 'layout shift', '', shift.toFixed(3), '', '', SHIFT_MOST.toFixed(3), '', '']
  return [...rows, [...shifts, mark(shift <= SHIFT_MOST)]]
}

export async function measureSpeed(browser: Browser, sites: Three): Promise<void> {
  const rows: string[][] = []
  for (const screen of SCREENS) rows.push(...rowsOf(screen, await inTurn(browser, sites, screen)))
  print(
    `On a phone: CPU ÷ 4, slow 4G, cold, median of ${RUNS} in turn; load ${loadavg()[0]?.toFixed(1)}`,
    ['screen', 'figure', 'static', 'ours', 'spa', '÷ spa', 'at most', '÷ static', 'at most', ''],
    rows
  )
}
