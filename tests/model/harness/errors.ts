import { type InjectedFault, injectFaults, type Step } from '#tests/helpers/servers/fault-injection.ts'

// How D1 fails, with its original error texts.

export const LOST = new Error('D1_ERROR: Network connection lost.')
export const RESET = new Error('D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.')
export const UPDATED = new Error('D1_ERROR: D1 DB reset because its code was updated.')
export const UNRESOLVED = new Error('D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.')
export const STARTING = new Error('D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.')
export const STORAGE = new Error('D1_ERROR: Internal error in D1 DB storage caused object to be reset.')
export const DISCONNECTED = new Error("D1_ERROR: Can't read from request stream because client disconnected.")
export const EXPORTING = new Error('D1_ERROR: Currently processing a long-running export.')
export const IMPORTING = new Error('D1_ERROR: Currently processing a long-running import.')
export const FULL = new Error('D1_ERROR: Exceeded maximum DB size')
export const ACCOUNT_FULL = new Error("D1_ERROR: Your account has exceeded D1's maximum account storage limit")
export const LOCKED = new Error('D1_ERROR: database is locked: SQLITE_BUSY')
export const CODE_UPDATED = new Error(
  "D1_ERROR: The Durable Object's code has been updated, this version can no longer access storage."
)
export const OBJECT_RESET = new Error(
  'D1_ERROR: Internal error in Durable Object storage caused object to be reset; reference = b44v'
)
export const OBJECT_UNRESOLVED = new Error(
  'D1_ERROR: Cannot resolve Durable Object due to transient issue on remote node.'
)
export const UNPARSED = new Error('D1_ERROR: Failed to parse body as JSON, got: error code: 1031')
export const OBJECT_OVERLOADED = new Error('D1_ERROR: Durable Object is overloaded. Requests queued for too long.')
export const OVERLOADED = new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.')
export const QUEUED_TOO_LONG = new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
export const TIMED_OUT = new Error('D1_ERROR: Query timed out.')
export const CPU_LIMIT = new Error('D1_ERROR: D1 DB exceeded its CPU time limit and was reset.')
export const MEMORY_LIMIT = new Error("D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.")
export const INTERNAL = new Error('D1_ERROR: internal error; reference = 0ab1')
/** Not an error of D1: the Worker itself stops. */
export const STOPPED = new Error('The Worker was stopped')

export const notApplied = (error: Error | null): InjectedFault => ({ error, isDone: false })
export const applied = (error: Error | null): InjectedFault => ({ error, isDone: true })

/** Makes the chosen call fail this many times from now on. */
export function failSteps(
  matches: (step: Step) => boolean,
  fault: InjectedFault,
  times = Number.POSITIVE_INFINITY
): void {
  let left = times
  injectFaults(step => {
    if (left <= 0 || !matches(step)) return null
    left -= 1
    return fault
  })
}
