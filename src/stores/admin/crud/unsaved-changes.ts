import { atom, type ReadableAtom } from 'nanostores'
import { confirmUnsaved } from '#stores/session/page-guard.ts'

/** Protects unsaved changes of a form: they are never discarded without a confirmation. */
export function protectUnsavedChanges($changed: ReadableAtom<readonly unknown[]>) {
  /** The action that would replace the form; the admin must confirm it first. */
  const $pendingAction = atom<(() => void) | null>(null)
  const hasChanges = () => $changed.get().length > 0
  let removeUnloadGuard: (() => void) | undefined

  return {
    $pendingAction,
    confirmIfUnsaved: (action: () => void) => {
      if (hasChanges()) $pendingAction.set(action)
      else action()
    },
    discard: () => {
      const action = $pendingAction.get()
      $pendingAction.set(null)
      action?.()
    },
    keepEditing: () => $pendingAction.set(null),
    /** The guard also applies while another tab of the dashboard is open: the form stays in memory. */
    guardUnload: () => {
      removeUnloadGuard ??= confirmUnsaved(hasChanges)
    },
    stopGuardingUnload: () => {
      removeUnloadGuard?.()
      removeUnloadGuard = undefined
    }
  }
}
