import type { ClientDirective } from 'astro'

const TOUCHES = ['pointerdown', 'keydown', 'click'] as const

/** Wakes an island at the first touch, and whenever the page is seen again: what it shows may be old by then. */
const wake: ClientDirective = (load, _, island) => {
  let isAwake = false
  const wakeUp = async () => {
    if (isAwake) return
    isAwake = true
    const hydrate = await load()
    await hydrate()
  }
  for (const touch of TOUCHES) island.addEventListener(touch, () => void wakeUp(), { once: true, passive: true })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void wakeUp())
  addEventListener('pageshow', ({ persisted }) => persisted && void wakeUp())
}

export default wake
