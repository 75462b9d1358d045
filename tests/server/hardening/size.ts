/** `npm run harden` asks for the whole; `npm test` takes a part that keeps it quick, the same one each time. */
export const IS_WHOLE = process.env.HARDEN === 'whole'

export const HOSTILE_REQUESTS = IS_WHOLE ? 24_000 : 800
export const REFUSED_CALLS = IS_WHOLE ? 3000 : 160
/** Of one slot that fifty riders ask for at once. */
export const SLOT_ROUNDS = IS_WHOLE ? 100 : 8
export const RANDOM_WINDOWS = IS_WHOLE ? 1000 : 200
/** Of each way that a hold's last second can go: a multiple of the pairings of what happens at once. */
export const LAST_SECOND_ROUNDS = IS_WHOLE ? 64 : 16
export const KILLS = IS_WHOLE ? 5 : 2
export const SEED = IS_WHOLE ? {} : { seed: 6_021_023 }
/** As long as the slowest machine takes. */
export const TIMEOUT_MS = HOSTILE_REQUESTS * 100
