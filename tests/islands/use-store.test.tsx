// @vitest-environment jsdom

import { atom } from 'nanostores'
import { act, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as appShellText from '#messages/app-shell.ts'
import { ssrEntry } from '#stores/kit/ssr-values.ts'

/** React yields to the browser after a task of this length. */
const LONG_TASK_MS = 20

const $time = atom('')

function selectAsBrowser(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

function TimeSelect({ onHydrated }: { onHydrated: () => void }) {
  const time = useStore($time)
  const start = performance.now()
  // A slow device: React yields between the commit and the subscription to the store.
  while (performance.now() - start < LONG_TASK_MS);
  useLayoutEffect(() => queueMicrotask(onHydrated), [onHydrated])
  return (
    <select onChange={event => $time.set(event.target.value)} value={time}>
      <option value="">Choose a time</option>
      <option value="10:00">10:00</option>
    </select>
  )
}

test('a choice made directly after hydration is shown', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  const shown = new Promise<string | undefined>(resolve => {
    const onHydrated = () => {
      const select = container.querySelector('select') as HTMLSelectElement
      selectAsBrowser(select, '')
      resolve(container.querySelector('select')?.value)
    }
    const page = (
      <InitialDataProvider
        initialData={{ now: new Date().toISOString() }}
        toSsrEntries={() => [ssrEntry($time, '10:00')]}
      >
        <TimeSelect onHydrated={onHydrated} />
      </InitialDataProvider>
    )
    container.innerHTML = renderToString(page)
    startTransition(() => void hydrateRoot(container, page))
  })
  expect(await shown).toBe('')
  expect($time.get()).toBe('')
})

test('a page whose data cannot be applied says so', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const container = document.body.appendChild(document.createElement('div'))
  const toSsrEntries = () => {
    throw new TypeError('plans.toSorted is not a function')
  }
  const initialData = { now: new Date().toISOString() }
  await act(async () =>
    createRoot(container).render(
      <InitialDataProvider initialData={initialData} toSsrEntries={toSsrEntries}>
        <p>Booking Details</p>
      </InitialDataProvider>
    )
  )
  expect(container.textContent).toContain(appShellText.errorTitle)
})
