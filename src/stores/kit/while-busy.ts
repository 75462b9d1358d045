import type { WritableAtom } from 'nanostores'
import { showFailure } from './errors.ts'

/**
 * The central catch of all screens: sets busy while the task runs. Returns the task's result. Returns undefined if the
 * task failed, after its error is shown, or if another task is running.
 */
export async function whileBusy<Result>(
  $isBusy: WritableAtom<boolean>,
  fallback: string,
  task: () => Promise<Result>
): Promise<Result | undefined> {
  if ($isBusy.get()) return undefined
  $isBusy.set(true)
  try {
    return await task()
  } catch (error) {
    showFailure(error, fallback)
    return undefined
  } finally {
    $isBusy.set(false)
  }
}
