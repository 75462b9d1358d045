import type { WritableAtom } from 'nanostores'
import { PartError } from '#client/device/lazy-part.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { offerReload } from '#stores/app/reload.ts'
import { dismissToasts, toast } from '#stores/app/toasts.ts'

// Which helper handles a failed call: `whileBusy` for a press, `showFailures` for other tasks, `toastOnFailure`
// (stores/admin/dashboard-lists.ts) for lists that load together. Inside one of them, `onRefusal` takes the refusals
// that the screen expects, and `showFailure` says such a one. A form shows failures by `toastFailure`, and puts one at
// a field by `failAtField` (stores/kit/forms/form.ts). `logFailure` is for what the screen can do without.

/** The server's error message if there is one, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.sentence) || fallback
}

/** True if the error ended the session. Its message is already shown and the page is being left. */
export const hasEndedSession = (error: unknown): boolean => error instanceof ApiError && error.endedSession

/** Logs an error that is no answer of the server, for example code that did not load. */
export function logUnexpected(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

/**
 * Whether a failure is shown apart from the screen that it stops: code that did not load has a toast with 'Reload', and
 * an error that ended the session is already shown.
 */
export function isShownApart(error: unknown): boolean {
  if (!(error instanceof PartError)) return hasEndedSession(error)
  logUnexpected(error)
  offerReload()
  return true
}

/** Shows a toast with the reason of a failure. */
export function showFailure(error: unknown, fallback: string): void {
  if (isShownApart(error)) return
  logUnexpected(error)
  toast('error', errorMessage(error, fallback))
}

/** For failures that are logged but not shown: returns the result, or null. */
export function logFailure<T>(task: Promise<T>): Promise<T | null> {
  return task.catch((error: unknown) => {
    console.error(error)
    return null
  })
}

/** What a task may leave to do once its screen is no longer busy, such as the reload of a list. */
// biome-ignore lint/suspicious/noConfusingVoidType: A task without a `return` has the type void.
type Continuation = (() => unknown) | undefined | void

/** Runs a task of a screen. A failure is shown as a toast, and the result is then undefined. */
export async function showFailures<Result>(fallback: string, task: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await task()
  } catch (error) {
    showFailure(error, fallback)
    return undefined
  }
}

type BusyState = Pick<WritableAtom<boolean>, 'get' | 'set'>

/** For `whileBusy` in lists whose rows can be saved at the same time: each row is busy on its own. */
export const busyRow = ($ids: WritableAtom<readonly string[]>, id: string): BusyState => ({
  get: () => $ids.get().includes(id),
  set: isBusy => $ids.set(isBusy ? [...$ids.get(), id] : $ids.get().filter(each => each !== id))
})

/**
 * Sets busy while the task of a press runs, and shows its failure. Toasts of earlier presses go. Does nothing if
 * another task is running. A task that has succeeded may return what to do afterwards.
 */
export async function whileBusy(
  $isBusy: BusyState,
  fallback: string,
  task: () => Promise<Continuation>
): Promise<void> {
  if ($isBusy.get()) return
  $isBusy.set(true)
  dismissToasts()
  const afterwards = await showFailures(fallback, task)
  $isBusy.set(false)
  await afterwards?.()
}

/**
 * For a request with refusals that a screen expects: returns its response, or what `handle` makes of such a refusal.
 * Every other error rejects. External backends send no codes, so nothing is expected from them.
 */
export function onRefusal<T, Handled>(
  request: Promise<T>,
  expected: readonly RefusalCode[] | ((refusal: ApiError) => boolean),
  handle: (refusal: ApiError) => Handled | Promise<Handled>
): Promise<Handled | T> {
  const hasCode = ({ code }: ApiError) => typeof expected === 'object' && expected.some(each => each === code)
  const isExpected = typeof expected === 'function' ? expected : hasCode
  return request.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !isExpected(error)) throw error
    return handle(error)
  })
}

/** Of our own backend: what the screen shows is gone, or has changed. */
export const isOutdated = ({ code, status }: ApiError): boolean =>
  code !== undefined && (status === 404 || status === 409)

/** Data that a request loads: the value once it has arrived, until then the state of the request. */
export type Loadable<T> = T | 'failed' | 'loading'

export const isLoaded = <T>(data: Loadable<T>): data is T => data !== 'failed' && data !== 'loading'

/**
 * Stores the response, or 'failed' if nothing was loaded before, and rethrows the failure. Changes nothing if a newer
 * request has begun (`isLatest` of latestOnly).
 */
export async function loadLatest<T>(
  $data: WritableAtom<Loadable<T>>,
  isLatest: () => boolean,
  request: Promise<T>
): Promise<void> {
  const response = await request.catch((error: unknown) => {
    if (isLatest() && $data.get() === 'loading') $data.set('failed')
    throw error
  })
  if (isLatest()) $data.set(response)
}

/**
 * Responses may arrive out of order. Starting a request returns a function that tells whether it is still the latest.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0
  return () => {
    const current = ++latest
    return () => current === latest
  }
}
