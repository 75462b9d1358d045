// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import hydrateOnInteraction from '../../src/bundling/hydrate-on-interaction.ts'

const load = vi.fn(async () => async () => {})

beforeEach(() => {
  load.mockClear()
  document.body.innerHTML = '<div><a href="/booking/1"><b>Book Now</b></a><button>Long-term rental</button></div>'
  const island = document.querySelector('div') as HTMLElement
  hydrateOnInteraction(load, { name: 'interaction', value: new Date().toISOString() }, island)
})

const touch = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event('pointerdown', { bubbles: true }))

test('an island that hydrates on interaction is loaded once, when its button is touched', () => {
  touch('button')
  touch('button')
  expect(load).toHaveBeenCalledTimes(1)
})

test('an island that hydrates on interaction is not loaded for a touch on a link, which works without it', () => {
  touch('a b')
  expect(load).not.toHaveBeenCalled()
})
