// @vitest-environment jsdom

import { act, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { translate } from '#tests/helpers/browser/translate.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.replaceChildren()
})

const newContainer = () => document.body.appendChild(document.createElement('div'))

interface RideProps {
  hours: number
  isBusy?: boolean
  note?: string
}

/** Texts beside elements, beside other texts, alone, and without an element of their own. */
const Ride = ({ hours, isBusy = false, note = '' }: RideProps) => (
  <>
    {note}
    <button type="button">
      {isBusy && <i>…</i>}
      {isBusy ? 'Saving' : 'Save'}
    </button>
    <p>
      {hours} hours, {note}
      {hours > 1 && <b>long</b>}
    </p>
    <p>{note}</p>
    <ul>{[note, 'from', <li key="end">{hours}</li>]}</ul>
  </>
)

const STEPS: readonly RideProps[] = [
  { hours: 1 },
  { hours: 2, isBusy: true, note: 'paid' },
  { hours: 1, note: 'over' },
  { hours: 0 }
]

/** What React shows without a translator. */
function shownFor(page: ReactNode): string {
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  return container.textContent ?? ''
}

test('a translated page shows every change', async () => {
  const container = newContainer()
  const root = createRoot(container)
  onTestFinished(translate())
  for (const step of STEPS) {
    await act(async () => root.render(<Ride {...step} />))
    expect(container.textContent).toBe(shownFor(<Ride {...step} />))
  }
})

test('a page that is translated before React hydrates it keeps its elements', async () => {
  const container = newContainer()
  const [before, after] = [<Ride hours={1} key="ride" note="new" />, <Ride hours={2} key="ride" isBusy />]
  container.innerHTML = renderToString(before)
  for (const text of container.querySelectorAll('button, p, li, span')) {
    if (text.childElementCount === 0) text.innerHTML = `<font><font>${text.textContent} (translated)</font></font>`
  }
  const button = container.querySelector('button')
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(container, before, { onRecoverableError }))
  expect(onRecoverableError).not.toHaveBeenCalled()
  await act(async () => root.render(after))
  expect(container.querySelector('button')).toBe(button)
  expect(button?.textContent).toBe('…Saving')
})
