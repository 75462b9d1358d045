import type { Endpoint } from '#contract/kit/endpoint.ts'

/** One call of one file, and what the screen has to do when it fails. */
export interface FaultCase {
  /** The file of src that calls. */
  by: string
  endpoint: Endpoint
  open: () => Promise<Screen>
  /** Such a call has more time. */
  carries_file?: true
  /** What is said: on this page, or on the next where the page is left for it. */
  says?: { after_leaving?: true; prefers_detail?: true; sentence: RegExp | string }
  /** What the next page says beside the end of the session, where one 401 is about more than that. */
  says_after_401?: string
  /** What is said of a success, and of a failure too. */
  says_anyway?: readonly string[]
}

export interface Screen {
  /** Makes the call. */
  ask: () => unknown
  /** Makes it once more, as the rider would; as `ask` where nothing is said. */
  again?: () => unknown
  /** What is said elsewhere than in the corner. */
  tells?: () => string | null | undefined
  /** Whether something still turns. */
  isBusy?: () => boolean
  /** Whether the call has done what it is for. */
  hasWorked: () => boolean
  /** What was typed and chosen. */
  kept?: () => unknown
}
