const { MODEL_SEED, MODEL_SHRINKS, MODEL_TIMES } = process.env

const TIMES = Number(MODEL_TIMES ?? 1)

/** A usual run tries only a part of all orders of the events. Every path still occurs many times. */
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

/** The least number of events that this run must see, from that of a usual run. */
export const scaledCount = (usual: number) => usual * TIMES

/** Returns an evenly spread part, or everything in runs of five times the usual size. */
export function sample<Item>(all: readonly Item[]): readonly Item[] {
  const stride = Math.max(1, Math.round(1 / (USUAL_PART * TIMES)))
  return all.filter((_, index) => index % stride === 0)
}
