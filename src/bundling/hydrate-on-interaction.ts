import type { ClientDirective } from 'astro'
import { isFresh } from '#domain/freshness.ts'

const TOUCHES = ['pointerdown', 'keydown', 'click'] as const

/** The browser follows a link without the island, and starting React would delay the next page. */
const isOnLink = ({ target }: Event) => target instanceof Element && target.closest('a[href]') !== null

/** Wakes an island at the first touch that is not a link's, and when the page is seen again, or first seen, long after it was drawn. */
const wake: ClientDirective = (load, { value }, island) => {
  let isAwake = false
  const wakeUp = async () => {
    if (isAwake) return
    isAwake = true
    const hydrate = await load()
    await hydrate()
  }
  for (const touch of TOUCHES) {
    island.addEventListener(touch, event => !isOnLink(event) && void wakeUp(), { passive: true })
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void wakeUp())
  addEventListener('pageshow', ({ persisted }) => persisted && void wakeUp())
  if (!isFresh(new Date(value), new Date())) void wakeUp()
}

export default wake
