import type { Endpoint } from '#contract/kit/endpoint.ts'

/** One call of one file, and what the screen must do when it fails. */
export interface FaultCase {
  /** The file of src that makes the call. */
  by: string
  endpoint: Endpoint
  open: () => Promise<Screen>
  /** A call with a file has a longer timeout. */
  carries_file?: true
  /** The error message: on this page, or on the next one if the call leaves the page. */
  says?: { after_leaving?: true; prefers_detail?: true; sentence: RegExp | string }
  /** The message beside the ended session, if a 401 concerns more than the session. */
  says_after_401?: string
  /** Messages shown on success and on failure. */
  says_anyway?: readonly string[]
}

export interface Screen {
  /** Makes the call. */
  ask: () => unknown
  /** Retries the call like the rider. Defaults to `ask`. */
  again?: () => unknown
  /** A message shown outside the toasts. */
  tells?: () => string | null | undefined
  /** Whether a busy indicator is shown. */
  isBusy?: () => boolean
  /** Whether the call has succeeded. */
  hasWorked: () => boolean
  /** The input and selection that must survive. */
  kept?: () => unknown
}
