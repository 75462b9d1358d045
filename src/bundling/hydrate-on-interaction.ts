import type { ClientDirective } from 'astro'
import { isFresh } from '#domain/time/freshness.ts'

const INTERACTIONS = ['pointerdown', 'keydown', 'click'] as const

/** Links work without the island, and starting React would delay the next page. */
const isOnLink = ({ target }: Event) => target instanceof Element && target.closest('a[href]') !== null

/**
 * Hydrates an island on the first interaction that is not on a link, when the page becomes visible again, or at once if
 * the page is too old, or has kept something in the history that its island shows.
 */
const hydrateOnInteraction: ClientDirective = (load, { value }, island) => {
  let isHydrating = false
  const hydrateOnce = async () => {
    if (isHydrating || !island.hasAttribute('ssr')) return
    isHydrating = true
    const hydrate = await load()
    await hydrate()
    // After a failed load, `hydrate` does nothing and the island keeps `ssr`. The next interaction tries again.
    isHydrating = false
  }
  for (const interaction of INTERACTIONS) {
    island.addEventListener(interaction, event => !isOnLink(event) && void hydrateOnce(), { passive: true })
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void hydrateOnce())
  addEventListener('pageshow', ({ persisted }) => persisted && void hydrateOnce())
  if (history.state !== null || !isFresh(new Date(value), new Date())) void hydrateOnce()
}

export default hydrateOnInteraction
