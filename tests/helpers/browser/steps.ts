// What leaves the Worker, for its database, its bucket or the provider, is a step; here a test makes steps go wrong.

export interface Step {
  /** From 1, since the plan was made. */
  number: number
  place: 'bucket' | 'database' | 'provider'
  /** The statements, what is done with an object, or the request's method and path. */
  what: string
}

/** What goes wrong with a step: done or not, the answer is an error, or never comes (null). */
export interface InjectedFault {
  error: Error | null
  isDone: boolean
}

/** How a Worker ends at a call: once, or for all that follows it too. */
export const FAULT_OUTCOMES = {
  'after a call': { isDone: true, isForGood: false },
  'after a call, and with it the Worker': { isDone: true, isForGood: true },
  'before a call': { isDone: false, isForGood: false },
  'before a call, and with it the Worker': { isDone: false, isForGood: true }
} as const

export type FaultOutcome = keyof typeof FAULT_OUTCOMES

export type FaultPlan = (step: Step) => InjectedFault | null

const NO_FAULTS: FaultPlan = () => null

let plan = NO_FAULTS
let steps: Step[] = []

/** From now on, counting from 1. */
export function injectFaults(newPlan: FaultPlan): void {
  plan = newPlan
  steps = []
}

/** Ends all trouble, and answers which steps were taken in it. */
export function stopFaults(): Step[] {
  plan = NO_FAULTS
  return steps
}

export async function step<T>({ place, what }: Omit<Step, 'number'>, work: () => Promise<T> | T): Promise<T> {
  const next = { number: steps.length + 1, place, what }
  steps.push(next)
  const trouble = plan(next)
  if (!trouble) return work()
  if (trouble.isDone) await work()
  if (trouble.error) throw trouble.error
  return new Promise<never>(() => undefined)
}
