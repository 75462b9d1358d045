// What leaves the Worker, for its database, its bucket or the provider, is a step; here a test makes steps go wrong.

export interface Step {
  /** From 1, since the plan was made. */
  number: number
  place: 'bucket' | 'database' | 'provider'
  /** The statements, what is done with an object, or the request's method and path. */
  what: string
}

/** What goes wrong with a step: done or not, the answer is an error, or never comes (null). */
export interface Trouble {
  error: Error | null
  isDone: boolean
}

/** How a Worker ends at a call: once, or for all that follows it too. */
export const ENDS = {
  'after a call': { isDone: true, isForGood: false },
  'after a call, and with it the Worker': { isDone: true, isForGood: true },
  'before a call': { isDone: false, isForGood: false },
  'before a call, and with it the Worker': { isDone: false, isForGood: true }
} as const

export type End = keyof typeof ENDS

export type Plan = (step: Step) => Trouble | null

const NOTHING: Plan = () => null

let plan = NOTHING
let taken: Step[] = []

/** From now on, counting from 1. */
export function planTrouble(made: Plan): void {
  plan = made
  taken = []
}

/** Ends all trouble, and answers which steps were taken in it. */
export function endTrouble(): Step[] {
  plan = NOTHING
  return taken
}

export async function step<T>({ place, what }: Omit<Step, 'number'>, work: () => Promise<T> | T): Promise<T> {
  const next = { number: taken.length + 1, place, what }
  taken.push(next)
  const trouble = plan(next)
  if (!trouble) return work()
  if (trouble.isDone) await work()
  if (trouble.error) throw trouble.error
  return new Promise<never>(() => undefined)
}
