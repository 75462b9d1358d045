import { loadavg } from 'node:os'
import type { Browser } from 'playwright'
import { METRICS, type Metric, nameOf, type Screen, SECOND_VISIT, SHIFT_MAX, type SpeedLimits } from '../limits.ts'
import { mark, median, msText, print, ratioText } from '../table.ts'
import { firstVisit, type Site, secondVisit, type Visitor } from './phone.ts'
import { figureOf, metricsOf, type PageMetrics } from './watch.ts'

/** The measured screens, and the number of runs. */
export interface Measurement {
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
  sites: Record<Name, Site>,
  { enter, runs, screen }: { enter: Visitor; runs: number; screen: Screen }
): Promise<Seen<Name>> {
  const names = Object.keys(sites) as Name[]
  const seen = Object.fromEntries(names.map(name => [name, [] as PageMetrics[]])) as Seen<Name>
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) seen[name].push(await visit(browser, sites[name], [name, screen, enter]))
  }
  return seen
}

const medianOf = (seen: readonly PageMetrics[], metric: Metric) => median(seen.map(one => figureOf(one, metric)))
const metrics = Object.keys(METRICS) as Metric[]
const shiftOf = (seen: readonly PageMetrics[]) => Math.max(...seen.map(one => one.shift))

function limitRows(limits: SpeedLimits, seen: Seen<'ours' | 'spa' | 'static'>): string[][] {
  return metrics.flatMap(metric => {
    const limit = limits[metric]
    if (!limit) return []
    const [baseline, most] = 'spa' in limit ? (['spa', limit.spa] as const) : (['static', limit.static] as const)
    const [ours, other] = [medianOf(seen.ours, metric), medianOf(seen[baseline], metric)]
    const figures = [msText(ours), `${baseline} ${msText(other)}`, ratioText(ours, other), most.toFixed(2)]
    return [[METRICS[metric], ...figures, mark(ours <= other * most)]]
  })
}

const titleOf = (screen: Screen, visitName: string, runs: number) =>
  `${nameOf(screen)}, ${visitName} visit on a phone: CPU ÷ 4, slow 4G, median of ${runs}; load ${loadavg()[0]?.toFixed(1)}`

/** Prints each screen's figures as soon as they are measured. */
export async function measureSpeed(
  browser: Browser,
  sites: Record<'ours' | 'spa' | 'static', Site>,
  { runs, screens }: Measurement
): Promise<void> {
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
