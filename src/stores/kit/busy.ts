import type { WritableAtom } from 'nanostores'
import { isOffline } from '#client/device/browser.ts'
import { ApiProblem } from '#client/http/problem.ts'
import { offline } from '#messages/common.ts'
import { toast } from '#stores/app/toasts.ts'

/** The server's sentence when it sent one, else ours. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiProblem && error.sentence) || fallback
}

/** Whoever ended the session has said so, and the page is being left. */
export function hasEndedSession(error: unknown): boolean {
  return error instanceof ApiProblem && error.endedSession
}

/** Says why something failed, after what failed, where the device knows. */
export function toastIfOffline(): void {
  if (isOffline()) toast('info', offline)
}

/** The one place that catches for a screen: busy while it runs, a toast when it fails, once at a time. */
export async function whileBusy(
  $busy: WritableAtom<boolean>,
  fallback: string,
  task: () => Promise<void>
): Promise<void> {
  if ($busy.get()) return
  $busy.set(true)
  try {
    await task()
  } catch (error) {
    if (hasEndedSession(error)) return
    toast('error', errorMessage(error, fallback))
    toastIfOffline()
  } finally {
    $busy.set(false)
  }
}

/** For failures that the spec only logs (spec §8): the answer, or null. */
export async function nullOnError<T>(task: Promise<T>): Promise<T | null> {
  return task.catch((error: unknown) => {
    console.error(error)
    return null
  })
}
