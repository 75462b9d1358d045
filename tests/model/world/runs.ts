const { MODEL_SEED, MODEL_SHRINKS, MODEL_TIMES = '1' } = process.env

const TIMES = Number(MODEL_TIMES)

/**
 * As many as told; more by night, and those of a seed that has failed. A mutant's first failure is enough: nobody reads
 * how it could be shorter.
 */
export const runsOf = (usual: number) => ({
  endOnFailure: MODEL_SHRINKS === 'no',
  numRuns: Math.ceil(usual * TIMES),
  ...(MODEL_SEED && { seed: Number(MODEL_SEED) })
})

/** All of them, unless a part of the runs is asked for. */
export function someOf<Thing>(all: readonly Thing[]): readonly Thing[] {
  const stride = Math.max(1, Math.round(1 / TIMES))
  return all.filter((_, index) => index % stride === 0)
}
