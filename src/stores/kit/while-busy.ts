import type { WritableAtom } from 'nanostores'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, toastIfOffline } from './errors.ts'

/**
 * The central catch of all screens: sets busy while the task runs, shows a toast on failure, ignores parallel calls.
 */
export async function whileBusy(
  $isBusy: WritableAtom<boolean>,
  fallback: string,
  task: () => Promise<void>
): Promise<void> {
  if ($isBusy.get()) return
  $isBusy.set(true)
  try {
    await task()
  } catch (error) {
    if (hasEndedSession(error)) return
    toast('error', errorMessage(error, fallback))
    toastIfOffline()
  } finally {
    $isBusy.set(false)
  }
}
