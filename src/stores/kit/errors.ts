import { isOffline } from '#client/device/network.ts'
import { ApiError } from '#client/http/api-error.ts'
import { offline } from '#messages/offline.ts'
import { toast } from '#stores/app/toasts.ts'

/** The server's error message if there is one, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.sentence) || fallback
}

/** True if the error ended the session. Its message is already shown and the page is being left. */
export function hasEndedSession(error: unknown): boolean {
  return error instanceof ApiError && error.endedSession
}

/** Adds a toast that explains the failure if the device is offline. */
export function toastIfOffline(): void {
  if (isOffline()) toast('info', offline)
}

/** Logs an error that is no answer of the server, for example code that did not load. */
export function logUnexpected(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

/** Shows a toast with the reason of a failure. An error that ended the session is already shown. */
export function showFailure(error: unknown, fallback: string): void {
  if (hasEndedSession(error)) return
  logUnexpected(error)
  toast('error', errorMessage(error, fallback))
  toastIfOffline()
}

/** For failures that are logged but not shown: returns the result, or null. */
export function nullOnError<T>(task: Promise<T>): Promise<T | null> {
  return task.catch((error: unknown) => {
    console.error(error)
    return null
  })
}
