import { IS_WHOLE } from '#tests/helpers/hardening.ts'

const { MODEL_SEED, MODEL_SHRINKS, MODEL_TIMES } = process.env

/** How much more `npm run harden` runs than `npm test`. */
const HARDEN_TIMES = 20

const timesOf = (whole: number) => Number(MODEL_TIMES ?? (IS_WHOLE ? whole : 1))

const TIMES = timesOf(HARDEN_TIMES)

/**
 * A usual run tries every 41st order of the events. 41 divides no number of orders, so that each event still occurs at
 * each place.
 */
const USUAL_STRIDE = 41

/** The seed of `npm test` is fixed, so that a failed build fails again. */
const SEED = TIMES === 1 ? 20_260_615 : undefined

/** The configured number of runs. For a mutant the first failure is enough, so it is not shrunk. */
export const runCount = (usual: number, hardenTimes = HARDEN_TIMES) => {
  const seed = MODEL_SEED === undefined ? SEED : Number(MODEL_SEED)
  return {
    endOnFailure: MODEL_SHRINKS === 'no',
    numRuns: Math.ceil(usual * timesOf(hardenTimes)),
    ...(seed !== undefined && { seed })
  }
}

/** The number of events that this run must exceed, from that of a usual run. A shorter one may miss what is rare. */
export const scaledCount = (usual: number) => (TIMES < 1 ? -1 : usual * TIMES)

/** Returns an evenly spread part, or everything in larger runs. */
export function sample<Item>(all: readonly Item[]): readonly Item[] {
  const stride = TIMES >= HARDEN_TIMES ? 1 : Math.max(1, Math.round(USUAL_STRIDE / TIMES))
  return all.filter((_, index) => index % stride === 0)
}
