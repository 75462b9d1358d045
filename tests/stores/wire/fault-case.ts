import type { Endpoint } from '#contract/kit/endpoint.ts'

/** One call of one file, and what the screen must do when it fails. */
export interface FaultCase {
  /** The file of src that makes the call. */
  file: string
  endpoint: Endpoint
  open: () => Promise<Screen>
  /** A call with a file has a longer timeout. */
  isUpload?: true
  /** The error message: on this page, or on the next one if the call leaves the page. */
  error?: { isOnNextPage?: true; prefersDetail?: true; sentence: RegExp | string }
  /** The message beside the ended session, if a 401 concerns more than the session. */
  messageAfter401?: string
  /** Messages shown on success and on failure. */
  otherMessages?: readonly string[]
}

export interface Screen {
  /** Makes the call. */
  call: () => unknown
  /** Retries the call like the rider. Defaults to `call`. */
  retry?: () => unknown
  /** A message shown outside the toasts. */
  message?: () => string | null | undefined
  /** Whether a busy indicator is shown. */
  isBusy?: () => boolean
  /** Whether the call has succeeded. */
  hasSucceeded: () => boolean
  /** The input and selection that must survive. */
  preservedInput?: () => unknown
}
