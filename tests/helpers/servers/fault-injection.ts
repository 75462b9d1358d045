// A step is a call from the Worker to its database, bucket or provider. Tests can inject faults into steps.

export interface Step {
  /** Counted from 1 since `injectFaults`. */
  number: number
  place: 'bucket' | 'database' | 'provider'
  /** The SQL statements, the bucket operation, or the request's method and path. */
  operation: string
}

/** A fault: whether the step is still executed, and the error it throws. With `error: null`, it never returns. */
export interface InjectedFault {
  error: Error | null
  isDone: boolean
}

/** How a Worker fails at a call: only at this one, or at all later ones too. */
export const FAULT_OUTCOMES = {
  'after a call': { isDone: true, isForGood: false },
  'after a call, and with it the Worker': { isDone: true, isForGood: true },
  'before a call': { isDone: false, isForGood: false },
  'before a call, and with it the Worker': { isDone: false, isForGood: true }
} as const

export type FaultOutcome = keyof typeof FAULT_OUTCOMES

/** Another call can run to its end before the step. */
type FaultPlan = (step: Step) => InjectedFault | null | Promise<InjectedFault | null>

const NO_FAULTS: FaultPlan = () => null

let plan = NO_FAULTS
let steps: Step[] = []

/** Starts injecting faults; the step count restarts at 1. */
export function injectFaults(newPlan: FaultPlan): void {
  plan = newPlan
  steps = []
}

/** Runs `change` once, just before the first step with this text, after all that was read before it. */
export function changeBefore(text: string, change: () => unknown): void {
  let isDone = false
  injectFaults(async ({ operation }) => {
    if (isDone || !operation.includes(text)) return null
    isDone = true
    await change()
    return null
  })
}

/** Stops injecting faults; returns the steps executed meanwhile. */
export function stopFaults(): Step[] {
  plan = NO_FAULTS
  return steps.splice(0)
}

export async function step<T>({ place, operation }: Omit<Step, 'number'>, work: () => Promise<T> | T): Promise<T> {
  // Thousands of random lives would keep every statement.
  if (plan === NO_FAULTS) return work()
  const next = { number: steps.length + 1, place, operation }
  steps.push(next)
  const fault = await plan(next)
  if (!fault) return work()
  if (fault.isDone) await work()
  if (fault.error) throw fault.error
  return new Promise<never>(() => undefined)
}
