import type { WritableAtom } from 'nanostores'
import { abandonPage } from '#client/device/page.ts'
import { tabStorage } from '#client/device/storage.ts'
import * as appShellText from '#messages/app-shell.ts'
import { toast } from './toasts.ts'

// 'Reload' for a page of which a part did not load. What was typed and chosen stands there again afterwards.

const keepers = new Set<() => void>()

/** Calls `keep` when the person presses 'Reload'. Returns an unsubscribe function. */
export function whenReloading(keep: () => void): () => void {
  keepers.add(keep)
  return () => void keepers.delete(keep)
}

export function reloadKeepingInput(): void {
  for (const keep of keepers) keep()
  location.reload()
}

export function offerReload(): void {
  toast('error', appShellText.pageIncomplete, { label: appShellText.reloadPage, onPress: reloadKeepingInput })
}

/** Keeps what was typed into a form, but no password. Returns an unsubscribe function. */
export function keepTyped<Fields extends Readonly<Record<string, string>>>(
  form: string,
  $fields: Pick<WritableAtom<Fields>, 'get' | 'set'>
): () => void {
  const key = `typed ${form}`
  const kept = tabStorage.read(key) as Partial<Fields> | null
  tabStorage.write(key, null)
  $fields.set({ ...$fields.get(), ...kept })
  return whenReloading(() => {
    const { password: _, ...typed } = $fields.get()
    tabStorage.write(key, typed)
    // Nothing is lost, so the browser does not ask.
    abandonPage()
  })
}
