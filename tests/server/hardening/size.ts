/** `npm run harden` asks for the whole; `npm test` takes a part that keeps it quick, the same one each time. */
const IS_WHOLE = process.env.HARDEN === 'whole'

export const HOSTILE_REQUESTS = IS_WHOLE ? 24_000 : 1200
export const REFUSED_CALLS = IS_WHOLE ? 3000 : 320
export const SEED = IS_WHOLE ? {} : { seed: 6_021_023 }
/** As long as the slowest machine takes. */
export const PATIENCE_MS = HOSTILE_REQUESTS * 100
