import { confirmBeforeUnload } from '#client/device/page-lifecycle.ts'
import { $session } from './session.ts'

/** Asks before the page is left with unsaved changes, except by a sign-out. Returns how to stop it. */
export function confirmUnsaved(isUnsaved: () => boolean): () => void {
  return confirmBeforeUnload(() => isUnsaved() && $session.get() !== null)
}
