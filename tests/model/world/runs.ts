const { MODEL_SEED, MODEL_SHRINKS, MODEL_TIMES } = process.env

const TIMES = Number(MODEL_TIMES ?? 1)

/** Of all the orders that a few events can come in, the part that a usual run tries: every path is in it many times. */
const USUAL_PART = 0.2

/** The same lives every time, so that a build that is red is red again; others when more are asked for, by night. */
const SEED = MODEL_TIMES === undefined ? 20_260_615 : undefined

/** As many as told. A mutant's first failure is enough: nobody reads how it could be shorter. */
export const runCount = (usual: number) => {
  const seed = MODEL_SEED === undefined ? SEED : Number(MODEL_SEED)
  return {
    endOnFailure: MODEL_SHRINKS === 'no',
    numRuns: Math.ceil(usual * TIMES),
    ...(seed !== undefined && { seed })
  }
}

/** A part of them, spread evenly; all of them once five times the usual runs are asked for. */
export function sample<Thing>(all: readonly Thing[]): readonly Thing[] {
  const stride = Math.max(1, Math.round(1 / (USUAL_PART * TIMES)))
  return all.filter((_, index) => index % stride === 0)
}
