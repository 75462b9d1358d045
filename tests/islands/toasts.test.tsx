// @vitest-environment jsdom

import { atom } from 'nanostores'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Toasts } from '#islands/ui/feedback/toasts.tsx'
import * as appShellText from '#messages/app-shell.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/requests.ts'

const shown = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed="false"] p')].map(({ textContent }) => textContent)

async function renderToasts() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Toasts />))
  return () => act(async () => root.unmount())
}

test('a press dismisses the toasts of the press before, but not one that waits for its action', async () => {
  const unmount = await renderToasts()
  const press = (sentence: string) => act(() => whileBusy(atom(false), 'failed', async () => toast('error', sentence)))
  await act(async () => toast('info', 'A new version', { label: 'Reload', onPress: () => undefined }))
  await press('first')
  await vi.waitFor(() => expect(shown().toSorted()).toEqual(['A new version', 'first']))
  await press('second')
  await vi.waitFor(() => expect(shown().toSorted()).toEqual(['A new version', 'second']))
  await unmount()
})

test('a toast that newer ones replace counts as not dismissed; its button dismisses it', async () => {
  const unmount = await renderToasts()
  const onDismiss = vi.fn()
  const offer = () => act(async () => toast('info', 'offer', { label: 'Reload', onDismiss, onPress: () => undefined }))
  await offer()
  for (const sentence of ['1', '2', '3']) await act(async () => toast('info', sentence))
  await vi.waitFor(() => {
    expect(shown()).toContain('3')
    expect(shown()).not.toContain('offer')
  })
  expect(onDismiss).not.toHaveBeenCalled()
  await offer()
  await vi.waitFor(() => expect(shown()).toContain('offer'))
  const buttons = [...document.querySelectorAll<HTMLElement>(`[aria-label="${appShellText.dismiss}"]`)]
  const own = buttons.find(button => button.closest('.toast')?.textContent?.includes('offer'))
  await act(async () => own?.click())
  await vi.waitFor(() => expect(onDismiss).toHaveBeenCalledOnce())
  await unmount()
})
