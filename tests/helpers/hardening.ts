/** `npm run harden` runs everything; `npm test` runs a fixed part to stay quick. */
export const IS_WHOLE = process.env.HARDEN === 'whole'

export const HOSTILE_REQUESTS = IS_WHOLE ? 24_000 : 400
export const REFUSED_CALLS = IS_WHOLE ? 3000 : 80
/** Races of fifty riders for one slot. */
export const SLOT_ROUNDS = IS_WHOLE ? 100 : 2
/** Races of four rides for one scooter, of moves and the end of one ride, and of a window, a booking and a move. */
export const RANDOM_WINDOWS = IS_WHOLE ? 1000 : 100
/** For a browser test that only `npm run harden` runs: the server's and the stores' tests tell most of it. */
export const NIGHTLY = { tag: '@nightly' }
/** Kills of a real Worker, only with IS_WHOLE. */
export const KILLS = 5
/** Signatures of a token with one bit turned. 32 are one of each byte. */
export const TURNED_BITS = IS_WHOLE ? 128 : 32
/** Random changes of the team. */
export const RANDOM_TEAM_BATCHES = IS_WHOLE ? 10_000 : 400
/** Random steps of riders who ride and leave. */
export const RANDOM_LEAVING_STEPS = IS_WHOLE ? 20_000 : 2500
export const SEED = IS_WHOLE ? {} : { seed: 6_021_023 }
/** Allows for the slowest machine. */
export const TIMEOUT_MS = HOSTILE_REQUESTS * 200
