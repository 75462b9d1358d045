import type { Page } from 'playwright'
import type { Metric, WatchedElements } from '../limits.ts'

// Metrics that a page records while it loads, in milliseconds since the navigation.

export interface PageMetrics {
  answers: number | null
  first_paint: number
  largest_paint: number
  long_tasks: number[]
  shift: number
  visible: number | null
}

declare global {
  interface Window {
    seen?: PageMetrics
  }
}

const READY_TIMEOUT_MS = 30_000
const READY_MESSAGE = 'bench: the control answers'

/** Runs in the page before its scripts, so it cannot use outer variables. */
function collectMetrics({ answered, content, control }: WatchedElements & { answered: string }): void {
  const seen: PageMetrics = { answers: null, first_paint: 0, largest_paint: 0, long_tasks: [], shift: 0, visible: null }
  window.seen = seen

  // React adds this property to elements that it has hydrated.
  const isHydrated = (element: Element | null) =>
    element !== null && Object.keys(element).some(key => key.startsWith('__reactProps'))

  const checkFrame = () => {
    const isContentVisible = content.every(selector => document.querySelector(selector) !== null)
    if (isContentVisible) seen.visible ??= performance.now()
    if (control === null ? isContentVisible : isHydrated(document.querySelector(control)))
      seen.answers ??= performance.now()
    if (seen.visible === null || seen.answers === null) requestAnimationFrame(checkFrame)
    else console.debug(answered)
  }
  requestAnimationFrame(checkFrame)

  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(onEntry)).observe({ buffered: true, type })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first_paint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largest_paint = startTime
  })
  observe('longtask', ({ duration }) => seen.long_tasks.push(duration))
  observe('layout-shift', entry => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
}

/**
 * Resolves when a page reports that its control works. Polling the page would load 330 kB of Playwright's script, which
 * blocks a slow phone for 80 ms before the first paint.
 */
const readyMessages = new WeakMap<Page, Promise<unknown>>()

export async function watchPage(page: Page, { content, control }: WatchedElements): Promise<void> {
  await page.addInitScript(collectMetrics, { answered: READY_MESSAGE, content: [...content], control })
  const report = page.waitForEvent('console', {
    predicate: message => message.text() === READY_MESSAGE,
    timeout: READY_TIMEOUT_MS
  })
  readyMessages.set(
    page,
    report.catch(() => null)
  )
}

const PAINT_TIMEOUT_MS = 2000

/** The browser reports a paint some frames after it happened. */
const PAINT_REPORT_MS = 100

/** Waits until pending changes are painted and reported. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    delayMs =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, delayMs)))
      }),
    PAINT_REPORT_MS
  )
}

/** Waits until the content is visible and the control works, and `toIdle` until no request is pending. */
export async function metricsOf(page: Page, toIdle: boolean): Promise<PageMetrics> {
  await readyMessages.get(page)
  const isPainted = () => window.seen !== undefined && window.seen.first_paint > 0 && window.seen.largest_paint > 0
  await waitForPaint(page)
  await page.waitForFunction(isPainted, null, { timeout: PAINT_TIMEOUT_MS }).catch(() => null)
  if (toIdle) await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => window.seen ?? null)
  // Every ratio to an empty page would be meaningless.
  if (seen?.visible == null || seen.answers === null) throw new Error(`${page.url()} shows no content to measure`)
  return seen
}

const LONG_MS = 50

export function figureOf({ long_tasks, ...values }: PageMetrics, metric: Metric): number {
  if (metric === 'blocked') return long_tasks.reduce((sum, task) => sum + task - LONG_MS, 0)
  return values[metric] ?? Number.POSITIVE_INFINITY
}
