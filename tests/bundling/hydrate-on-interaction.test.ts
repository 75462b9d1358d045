// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import hydrateOnInteraction from '../../src/bundling/hydrate-on-interaction.ts'

/** As Astro's loader: it never rejects. If the files fail to load, hydration does nothing. */
const load = vi.fn()
const hydrate = async () => document.querySelector('div')?.removeAttribute('ssr')
const settled = () => new Promise(resolve => setTimeout(resolve))

function open(): void {
  document.body.innerHTML = '<div ssr><a href="/booking/1"><b>Book Now</b></a><button>Long-term rental</button></div>'
  const island = document.querySelector('div') as HTMLElement
  hydrateOnInteraction(load, { name: 'interaction', value: new Date().toISOString() }, island)
}

beforeEach(() => {
  load.mockReset().mockResolvedValue(hydrate)
  open()
})

const touch = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event('pointerdown', { bubbles: true }))

test('an island that hydrates on interaction is loaded once, when its button is touched', async () => {
  touch('button')
  touch('button')
  await settled()
  touch('button')
  expect(load).toHaveBeenCalledTimes(1)
})

test('an island that hydrates on interaction and failed to load is loaded at the next touch', async () => {
  load.mockResolvedValueOnce(async () => undefined)
  touch('button')
  await settled()
  touch('button')
  await settled()
  touch('button')
  expect(load).toHaveBeenCalledTimes(2)
})

test('an island that hydrates on interaction is loaded at once if its page has kept something in the history', () => {
  expect(load).not.toHaveBeenCalled()
  history.replaceState({ kept: true }, '')
  open()
  history.replaceState(null, '')
  expect(load).toHaveBeenCalledTimes(1)
})

test('an island that hydrates on interaction is not loaded for a touch on a link, which works without it', () => {
  touch('a b')
  expect(load).not.toHaveBeenCalled()
})
