import { atom } from 'nanostores'
import { copyText } from '#client/device/files.ts'
import { tabStorage } from '#client/device/storage.ts'

export interface Toast {
  kind: 'error' | 'info' | 'success'
  sentence: string
  action?: ToastAction | undefined
}

/** A toast with an action stays until the action is pressed or the toast is dismissed. */
interface ToastAction {
  onPress: () => void
  label: string
  /** Called when the reader dismisses the toast, but not when a newer toast replaces it. */
  onDismiss?: () => void
}

const STORAGE_KEY = 'toasts'

/** Toasts to show; layouts/scripts/toasts.ts renders them and empties the list. */
export const $toasts = atom<readonly Toast[]>([])

/** Shows a toast in the corner: at most three at once, four seconds each. */
export function toast(kind: Toast['kind'], sentence: string, action?: ToastAction): void {
  $toasts.set([...$toasts.get(), { action, kind, sentence }])
}

/** How often the toasts on screen were dismissed. */
export const $dismissals = atom(0)

/** Dismisses all toasts but those that wait for their action. */
export function dismissToasts(): void {
  $toasts.set($toasts.get().filter(({ action }) => action))
  $dismissals.set($dismissals.get() + 1)
}

let addedForNextPage = 0

/** Shows a toast on the next page, because navigation loads a new document and would drop the current toasts. */
export function toastAfterNavigation(kind: Toast['kind'], sentence: string): void {
  addedForNextPage += 1
  tabStorage.write(STORAGE_KEY, [...storedToasts(), { kind, sentence }])
}

/** Shows toasts stored by the previous page. Toasts that this page has stored for the next one are kept. */
export function showStoredToasts(): void {
  const waiting = storedToasts()
  const due = waiting.slice(0, waiting.length - addedForNextPage)
  for (const { kind, sentence } of due) toast(kind, sentence)
  tabStorage.write(STORAGE_KEY, waiting.slice(due.length))
}

function storedToasts(): Toast[] {
  const value = tabStorage.read(STORAGE_KEY)
  return Array.isArray(value) ? value.filter(isToast) : []
}

/** Without valibot, because every page loads this module. */
function isToast(value: unknown): value is Toast {
  const { kind, sentence } = Object(value) as Record<string, unknown>
  return ['error', 'info', 'success'].includes(kind as string) && typeof sentence === 'string'
}

/** Copies text to the clipboard, or says how to copy it. */
export async function copyAndTell(value: string, text: { copied: string; copyByHand: string }): Promise<void> {
  if (await copyText(value)) toast('success', text.copied)
  else toast('info', text.copyByHand)
}
