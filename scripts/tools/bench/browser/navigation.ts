import type { Browser, Page } from 'playwright'
import { sleep } from '../../../kit/processes.ts'
import { NAVIGATION_SPA } from '../goals.ts'
import { BUSY_SCOOTER } from '../server/rides.ts'
import type { Site } from '../site.ts'
import { mark, median, msText, print, ratioText } from '../table.ts'
import { throttledPhone } from './phone.ts'
import { SCREENS, type Screen } from './screens.ts'
import { assertNotEmpty, waitUntilInteractive } from './watch.ts'

// From the tap on Book Now at home to a usable booking page. Our site loads another page; the SPA renders another view.

const PATH = `/booking/${BUSY_SCOOTER}`
const LINK = `main a[href="${PATH}"]`
/** The time that a rider spends at home before the tap. All loading has ended by then. */
const DWELL_MS = 4000
/** The duration of a tap. */
const TOUCH_MS = 90

function booking(): Screen {
  const screen = SCREENS.find(({ path }) => path === PATH)
  if (!screen) throw new Error('The booking page is not among the screens')
  return screen
}

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

interface PageArrival {
  answers: number
  visible: number
}

async function navigate(browser: Browser, site: Site): Promise<PageArrival> {
  const { context, page } = await throttledPhone(browser, site, booking())
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator(LINK).first().waitFor()
  await page.waitForLoadState('networkidle')
  await sleep(DWELL_MS)
  const leftPage = await touch(page)
  await page.waitForURL(`**${PATH}`, { waitUntil: 'commit' })
  const metrics = await waitUntilInteractive(page)
  assertNotEmpty(metrics, page)
  const since = (await page.evaluate(() => performance.timeOrigin)) - leftPage
  await context.close()
  const afterTouch = (mark_ms: number | null | undefined) =>
    typeof mark_ms === 'number' ? since + mark_ms : Number.POSITIVE_INFINITY
  return { answers: afterTouch(metrics?.answers), visible: afterTouch(metrics?.visible) }
}

export async function measureNavigation(browser: Browser, sites: Record<'ours' | 'spa', Site>, runs: number) {
  const arrivals: Record<keyof typeof sites, PageArrival[]> = { ours: [], spa: [] }
  for (let run = 0; run < runs; run += 1) {
    for (const name of ['ours', 'spa'] as const) arrivals[name].push(await navigate(browser, sites[name]))
  }
  const rowOf = (name: string, figure: keyof PageArrival) => {
    const [ours, spa] = [arrivals.ours, arrivals.spa].map(all => median(all.map(one => one[figure]))) as [
      number,
      number
    ]
    const most = NAVIGATION_SPA[figure]
    return [name, msText(ours), msText(spa), ratioText(ours, spa), `${most.toFixed(2)} ×`, mark(ours <= spa * most)]
  }
  print(
    `From home to booking, after the tap; median of ${runs} alternating runs`,
    ['figure', 'ours', 'spa', '÷ spa', 'at most', ''],
    [rowOf('content visible', 'visible'), rowOf('control answers', 'answers')]
  )
}
