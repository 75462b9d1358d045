import type { Browser, Page } from 'playwright'
import { device, type Site } from '../site.ts'
import { countText, median, msText, print, ratioText } from '../table.ts'
import { SCREENS } from './screens.ts'
import { type PageMetrics, type WatchedElements, waitUntilIdle, watchPage } from './watch.ts'

// The portal on a desktop, with few and with many bookings.

export interface Sites {
  few: Site
  many: Site
}

const DESKTOP = { viewport: { height: 800, width: 1280 } }
const RUNS = 5
const LONG_MS = 200
const NODES_MOST = 5000

interface Visit {
  answered: number
  nodes: number
  requests: number
  seen: PageMetrics
}

/** The response time of the page, which contains its rows. */
function answerTime(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry ? entry.responseEnd - entry.requestStart : Number.NaN
  })
}

async function visit(browser: Browser, site: Site, { path, wanted }: PortalScreen): Promise<Visit> {
  const context = await device(browser, site, { ...DESKTOP, role: 'admin' })
  const page = await context.newPage()
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  await watchPage(page, wanted)
  await page.goto(path)
  const seen = await waitUntilIdle(page)
  if (!seen) throw new Error(`${path} could not be measured`)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const answered = await answerTime(page)
  await context.close()
  return { answered, nodes, requests, seen }
}

interface PortalScreen {
  path: string
  wanted: WatchedElements
}

function overview(): PortalScreen {
  const wanted = SCREENS.find(({ path }) => path === '/admin')
  if (!wanted) throw new Error('The portal is not among the screens')
  return { path: wanted.path, wanted }
}

const bookings = (rows: number): PortalScreen => ({
  path: '/admin?tab=bookings',
  wanted: { content: [`#tab-panel tbody tr:nth-child(${rows})`], control: '#tab-panel tbody, th button.sort' }
})

/** Alternates between both sites, so that the machine's load affects them equally. */
async function alternate(browser: Browser, { few, many }: Sites, places: Record<keyof Sites, PortalScreen>) {
  const visits: Record<keyof Sites, Visit[]> = { few: [], many: [] }
  for (let run = 0; run <= RUNS; run += 1) {
    const pair = { few: await visit(browser, few, places.few), many: await visit(browser, many, places.many) }
    // The first run only warms up the Worker.
    if (run === 0) continue
    visits.few.push(pair.few)
    visits.many.push(pair.many)
  }
  return visits
}

type Visits = Awaited<ReturnType<typeof alternate>>

function rowOf(name: string, { few, many }: Visits): string[] {
  const visible = (visits: Visit[]) => median(visits.map(({ seen }) => seen.visible ?? Number.POSITIVE_INFINITY))
  const answered = median(many.map(one => one.answered))
  const long = many.flatMap(({ seen }) => seen.long_tasks)
  return [
    name,
    msText(answered),
    msText(visible(many)),
    ratioText(visible(many), visible(few)),
    `${long.filter(task => task > LONG_MS).length}`,
    msText(Math.max(0, ...long)),
    String(Math.max(...many.map(({ nodes }) => nodes))),
    String(Math.max(...many.map(({ requests }) => requests))),
    Math.max(...many.map(({ seen }) => seen.shift)).toFixed(3)
  ]
}

export async function measurePortal(browser: Browser, sites: Sites, rows: Record<keyof Sites, number>): Promise<void> {
  const start = await alternate(browser, sites, { few: overview(), many: overview() })
  const list = await alternate(browser, sites, { few: bookings(rows.few), many: bookings(rows.many) })
  print(
    `The portal, median of ${RUNS} alternating runs (nodes below ${countText(NODES_MOST)})`,
    ['tab', 'answered', 'drawn', 'many ÷ few', `tasks > ${LONG_MS} ms`, 'longest', 'nodes', 'requests', 'shift'],
    [rowOf('Overview', start), rowOf('Bookings', list)]
  )
}
