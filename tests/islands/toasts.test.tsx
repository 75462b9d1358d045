// @vitest-environment jsdom

import { atom } from 'nanostores'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Toasts } from '#islands/ui/feedback/toasts.tsx'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/requests.ts'

const shown = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed="false"] p')].map(({ textContent }) => textContent)

test('a press dismisses the toasts of the press before, but not one that waits for its action', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Toasts />))
  const press = (sentence: string) => act(() => whileBusy(atom(false), 'failed', async () => toast('error', sentence)))
  await act(async () => toast('info', 'A new version', { label: 'Reload', onPress: () => undefined }))
  await press('first')
  await vi.waitFor(() => expect(shown().toSorted()).toEqual(['A new version', 'first']))
  await press('second')
  await vi.waitFor(() => expect(shown().toSorted()).toEqual(['A new version', 'second']))
  await act(async () => root.unmount())
})
