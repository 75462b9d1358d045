import type { WritableAtom } from 'nanostores'
import { showFailure } from './errors.ts'

/** What a task may leave to do once its screen is no longer busy, such as the reload of a list. */
// biome-ignore lint/suspicious/noConfusingVoidType: A task without a `return` has the type void.
export type Continuation = (() => unknown) | undefined | void

/** Runs a task of a screen. A failure is shown as a toast, and the result is then undefined. */
export async function showFailures<Result>(fallback: string, task: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await task()
  } catch (error) {
    showFailure(error, fallback)
    return undefined
  }
}

/**
 * Sets busy while the task runs, and shows its failure. Does nothing if another task is running. A task that has
 * succeeded may return what to do afterwards.
 */
export async function whileBusy(
  $isBusy: WritableAtom<boolean>,
  fallback: string,
  task: () => Promise<Continuation>
): Promise<void> {
  if ($isBusy.get()) return
  $isBusy.set(true)
  const afterwards = await showFailures(fallback, task)
  $isBusy.set(false)
  await afterwards?.()
}
