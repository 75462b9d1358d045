const { MODEL_SEED, MODEL_SHRINKS, MODEL_TIMES } = process.env

const TIMES = Number(MODEL_TIMES ?? 1)

/** A usual run tries a part of all orders of a few events; every path occurs in it many times. */
const USUAL_PART = 0.2

/** The seed is fixed, so that a failed build fails again. Nightly runs with more cases use other seeds. */
const SEED = MODEL_TIMES === undefined ? 20_260_615 : undefined

/** The configured number of runs. For a mutant the first failure is enough, so it is not shrunk. */
export const runCount = (usual: number) => {
  const seed = MODEL_SEED === undefined ? SEED : Number(MODEL_SEED)
  return {
    endOnFailure: MODEL_SHRINKS === 'no',
    numRuns: Math.ceil(usual * TIMES),
    ...(seed !== undefined && { seed })
  }
}

/** How many events at least a run must have seen, which sees so many in the usual one. */
export const scaledCount = (usual: number) => usual * TIMES

/** An evenly spread part; all of them from five times the usual runs on. */
export function sample<Item>(all: readonly Item[]): readonly Item[] {
  const stride = Math.max(1, Math.round(1 / (USUAL_PART * TIMES)))
  return all.filter((_, index) => index % stride === 0)
}
