import type { Page } from 'playwright'

// What a page tells of itself while it loads, in milliseconds since it was asked for.

export interface Wanted {
  /** What has to stand for the content to be visible. */
  content: readonly string[]
  /** The control that has to answer; null: links, which need no script. */
  control: string | null
}

export interface Seen {
  answers: number | null
  first_paint: number
  largest_paint: number
  long_tasks: number[]
  shift: number
  visible: number | null
}

declare global {
  interface Window {
    seen?: Seen
  }
}

const PATIENCE_MS = 30_000
const ANSWERED = 'bench: the control answers'

/** Runs in the page, before anything of it: it can use nothing from outside itself. */
function watch({ answered, content, control }: Wanted & { answered: string }): void {
  const seen: Seen = { answers: null, first_paint: 0, largest_paint: 0, long_tasks: [], shift: 0, visible: null }
  window.seen = seen

  // React marks an element as its own once it listens to it.
  const isAlive = (element: Element | null) =>
    element !== null && Object.keys(element).some(key => key.startsWith('__reactProps'))

  const look = () => {
    const stands = content.every(selector => document.querySelector(selector) !== null)
    if (stands) seen.visible ??= performance.now()
    if (control === null ? stands : isAlive(document.querySelector(control))) seen.answers ??= performance.now()
    if (seen.visible === null || seen.answers === null) requestAnimationFrame(look)
    else console.debug(answered)
  }
  requestAnimationFrame(look)

  const observe = (type: string, tell: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(tell)).observe({ buffered: true, type })
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
 * Resolves when a page has reported that its control answers. Asking the page instead would load 330 kB of Playwright's
 * own script into it, which blocks a slow phone for 80 ms before the first paint.
 */
const reports = new WeakMap<Page, Promise<unknown>>()

export async function watchPage(page: Page, { content, control }: Wanted): Promise<void> {
  await page.addInitScript(watch, { answered: ANSWERED, content: [...content], control })
  const report = page.waitForEvent('console', {
    predicate: message => message.text() === ANSWERED,
    timeout: PATIENCE_MS
  })
  reports.set(
    page,
    report.catch(() => null)
  )
}

export function whatIsSeen(page: Page): Promise<Seen | null> {
  return page.evaluate(() => window.seen ?? null)
}

const PAINT_PATIENCE_MS = 2000

/** A paint is told of once it is on the screen, which is some frames after what it shows was there. */
const TOLD_MS = 100

/** What has changed is painted by then, and what watches the paints has been told. */
export function whenPainted(page: Page): Promise<void> {
  return page.evaluate(
    told_ms =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, told_ms)))
      }),
    TOLD_MS
  )
}

/** Waits until the content stands and the control answers, and no longer; whatever is missing stays null. */
export async function whenAnswered(page: Page): Promise<Seen | null> {
  await reports.get(page)
  const isPainted = () => window.seen !== undefined && window.seen.first_paint > 0 && window.seen.largest_paint > 0
  await whenPainted(page)
  await page.waitForFunction(isPainted, null, { timeout: PAINT_PATIENCE_MS }).catch(() => null)
  return whatIsSeen(page)
}

/** What is compared with has to be there: beside a page that shows nothing, every figure looks good. */
export function refuseEmpty(seen: Seen | null, page: Page): void {
  if (seen?.visible == null || seen.answers === null) throw new Error(`${page.url()} shows nothing to compare with`)
}

/** As `whenAnswered`, and until nothing more is asked for. */
export async function whenSettled(page: Page): Promise<Seen | null> {
  await whenAnswered(page)
  await page.waitForLoadState('networkidle')
  return whatIsSeen(page)
}
