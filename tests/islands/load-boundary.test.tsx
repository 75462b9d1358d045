// @vitest-environment jsdom

import { act, type ComponentType, createElement, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadBoundary, lazyComponent as lazyComponentOf } from '#islands/ui/feedback/load-boundary.tsx'
import { Island } from '#islands/ui/hooks/use-store.tsx'
import * as appShellText from '#messages/app-shell.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React logs every caught error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.replaceChildren()
})

const shown = () => document.body.textContent

async function openPage(FirstPart: ComponentType) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const page = (Part: ComponentType) => (
    <>
      <nav>Tabs</nav>
      <LoadBoundary>
        <Suspense>
          <Part />
        </Suspense>
      </LoadBoundary>
    </>
  )
  const render = (Part = FirstPart) => act(async () => root.render(page(Part)))
  await render()
  return { close: () => act(async () => root.render(null)), render }
}

const press = () => act(async () => document.querySelector('button')?.click())

/** A part whose first loads fail. No request has an answer. */
function lazyComponent(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch')
    return { Part: () => 'The list' }
  })
  return { load, Part: lazyComponentOf(load, 'Part') }
}

test('a part that fails to load leaves the rest of the page, and loads again with "Try again"', async () => {
  const { load, Part } = lazyComponent(1)
  await openPage(Part)
  expect(shown()).toContain('Tabs')
  expect(shown()).toContain(appShellText.pageIncomplete)
  expect(shown()).toContain(appShellText.tryAgain)
  expect(load).toHaveBeenCalledTimes(1)
  await press()
  expect(shown()).toBe('TabsThe list')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that fails to load although the site answers offers to reload the page', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => new Response())
  await openPage(lazyComponent(2).Part)
  await vi.waitFor(() => expect(shown()).toContain(appShellText.reloadPage))
  expect(shown()).toContain(appShellText.pageIncomplete)
  await press()
  expect(reload).toHaveBeenCalledOnce()
})

test('a part that failed to load loads again when it is opened again', async () => {
  const { Part } = lazyComponent(1)
  const { close, render } = await openPage(Part)
  await close()
  await render()
  expect(shown()).toBe('TabsThe list')
})

test('a part that fails to render says so, and can be tried again', async () => {
  let isBroken = true
  await openPage(() => {
    if (isBroken) throw new Error('no such field')
    return 'The list'
  })
  expect(shown()).toContain(`Tabs${appShellText.errorTitle}${appShellText.errorText}`)
  isBroken = false
  await press()
  expect(shown()).toBe('TabsThe list')
})

test('an island whose elements something else has moved is drawn again, as often as that happens', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  // Without JSX, the text is not in an element of its own.
  const page = (count: number) =>
    createElement('p', null, count % 2 === 1 && createElement('b', null, '!'), `${count} rides`)
  for (const count of [0, 1, 2, 3]) {
    await act(async () => root.render(<Island>{page(count)}</Island>))
    expect(shown()).toBe(count % 2 === 1 ? `!${count} rides` : `${count} rides`)
    const text = document.querySelector('p')?.lastChild as Text
    const wrapper = document.createElement('font')
    text.replaceWith(wrapper)
    wrapper.append(text)
    vi.advanceTimersByTime(2000)
  }
  vi.useRealTimers()
})
