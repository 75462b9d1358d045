import type { Browser, BrowserContext } from 'playwright'
import { EXTERNAL_SPA } from '../goals.ts'
import { RIDER, scooterAt } from '../server/portal-fixtures.ts'
import type { Site } from '../site.ts'
import { mark, median, msText, print, ratioText } from '../table.ts'
import { throttledPhone } from './phone.ts'
import { nameOf, type Screen } from './screens.ts'
import type { Measurement } from './speed.ts'
import { assertNotEmpty, waitUntilInteractive } from './watch.ts'
import { measurePage, roundsText, type Visit } from './weight.ts'

// The build for an external backend. Its pages have no initial data, so they request it like the SPA does, from the
// same backend. A second visit already has the saved profile.

type Sites = Record<'external' | 'spa', Site>

/** In the format of stores/profile/profile.ts. */
async function addSavedProfile(context: BrowserContext): Promise<void> {
  const { property_id } = scooterAt(0)
  await context.addInitScript(
    ([account, property_id, email]) => {
      const profile = { email, name: 'Asha Rao', phone: '', property_id }
      localStorage.setItem('knownProfile', JSON.stringify({ account, profile }))
    },
    [RIDER.id, property_id, RIDER.email] as const
  )
}

async function visible(browser: Browser, site: Site, { prepare, screen }: Visit): Promise<number> {
  const { context, page } = await throttledPhone(browser, site, screen)
  await prepare?.(context)
  await page.goto(screen.path, { waitUntil: 'commit' })
  const metrics = await waitUntilInteractive(page)
  assertNotEmpty(metrics, page)
  await context.close()
  return metrics?.visible ?? Number.POSITIVE_INFINITY
}

async function rowsOf(
  browser: Browser,
  { external, spa }: Sites,
  { runs, screen }: { runs: number; screen: Screen }
): Promise<string[][]> {
  const times: Record<'first' | 'next' | 'spa', number[]> = { first: [], next: [], spa: [] }
  for (let run = 0; run < runs; run += 1) {
    times.first.push(await visible(browser, external, { screen }))
    times.next.push(await visible(browser, external, { prepare: addSavedProfile, screen }))
    times.spa.push(await visible(browser, spa, { screen }))
  }
  const spaMetrics = await measurePage(browser, spa, { screen })
  const rowOf = async (visit: 'first' | 'next', prepare?: Visit['prepare']) => {
    const { requests, rounds } = await measurePage(browser, external, { prepare, screen })
    const [ours, bundle] = [median(times[visit]), median(times.spa)]
    const figures = [msText(ours), msText(bundle), ratioText(ours, bundle), `${EXTERNAL_SPA[visit].toFixed(2)} ×`]
    const counts = [
      roundsText(screen, rounds),
      roundsText(screen, spaMetrics.rounds),
      `${requests}`,
      `${spaMetrics.requests}`
    ]
    return [`${visit} visit`, ...figures, ...counts, mark(ours <= bundle * EXTERNAL_SPA[visit])]
  }
  return [await rowOf('first'), await rowOf('next', addSavedProfile)]
}

export async function measureExternal(browser: Browser, sites: Sites, { runs, screens }: Measurement): Promise<void> {
  for (const screen of screens.filter(({ role }) => role === 'rider')) {
    print(
      `${nameOf(screen)} with an external backend: content visible, median of ${runs} alternating runs`,
      ['', 'ours', 'spa', '÷ spa', 'at most', 'rounds', 'spa', 'requests', 'spa', ''],
      await rowsOf(browser, sites, { runs, screen })
    )
  }
}
