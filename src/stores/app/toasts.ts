import { atom } from 'nanostores'
import { tabStorage } from '#client/device/browser.ts'

export interface Toast {
  kind: 'error' | 'info' | 'success'
  sentence: string
  action?: ToastAction | undefined
}

/** A toast with something to press stays until it is pressed or dismissed. */
export interface ToastAction {
  onPress: () => void
  label: string
}

const STORAGE_KEY = 'toasts'

/** What is waiting to be shown; layouts/toasts.ts shows and empties it. */
export const $toasts = atom<readonly Toast[]>([])

/** Says a sentence in the corner (spec §1): three at once, four seconds each. */
export function toast(kind: Toast['kind'], sentence: string, action?: ToastAction): void {
  $toasts.set([...$toasts.get(), { action, kind, sentence }])
}

let addedForNextPage = 0

/** Says it on the next page: pages are documents, and a navigation would swallow a toast said before it. */
export function toastAfterNavigation(kind: Toast['kind'], sentence: string): void {
  addedForNextPage += 1
  tabStorage.write(STORAGE_KEY, [...storedToasts(), { kind, sentence }])
}

/** Shows what the page before wanted said. What this page says for the next may wait already, and goes on waiting. */
export function showStoredToasts(): void {
  const waiting = storedToasts()
  const due = waiting.slice(0, waiting.length - addedForNextPage)
  for (const { kind, sentence } of due) toast(kind, sentence)
  tabStorage.write(STORAGE_KEY, waiting.slice(due.length))
}

function storedToasts(): Toast[] {
  const value = tabStorage.read(STORAGE_KEY)
  return Array.isArray(value) ? (value as Toast[]) : []
}
