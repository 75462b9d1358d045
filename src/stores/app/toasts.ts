import { atom } from 'nanostores'
import { session } from '#client/device/browser.ts'

export interface Toast {
  kind: 'error' | 'info' | 'success'
  sentence: string
  action?: ToastAction | undefined
}

/** A toast with something to press stays until it is pressed or dismissed. */
export interface ToastAction {
  act: () => void
  label: string
}

const CARRIED = 'toasts'

/** What is waiting to be shown; layouts/toasts.ts shows and empties it. */
export const $toasts = atom<readonly Toast[]>([])

/** Says a sentence in the corner (spec §1): three at once, four seconds each. */
export function toast(kind: Toast['kind'], sentence: string, action?: ToastAction): void {
  $toasts.set([...$toasts.get(), { action, kind, sentence }])
}

let saidForNextPage = 0

/** Says it on the next page: pages are documents, and a navigation would swallow a toast said before it. */
export function toastAfterNavigation(kind: Toast['kind'], sentence: string): void {
  saidForNextPage += 1
  session.write(CARRIED, [...carried(), { kind, sentence }])
}

/** Shows what the page before wanted said. What this page says for the next may wait already, and goes on waiting. */
export function showCarriedToasts(): void {
  const waiting = carried()
  const due = waiting.slice(0, waiting.length - saidForNextPage)
  for (const { kind, sentence } of due) toast(kind, sentence)
  session.write(CARRIED, waiting.slice(due.length))
}

function carried(): Toast[] {
  const value = session.read(CARRIED)
  return Array.isArray(value) ? (value as Toast[]) : []
}
