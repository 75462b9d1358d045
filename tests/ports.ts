// Where the sites of the end-to-end tests, and the servers they talk to, listen. The test command looks for a free block
// of ports, so that two clones can test at once.

/** The ports of one block; the last stays with the command, as long as the block is in use. */
export const PORTS_IN_BLOCK = 10
export const USUAL_FIRST_PORT = 4410

const first = Number(process.env.E2E_FIRST_PORT || USUAL_FIRST_PORT)

/** The sites of the Playwright projects, in the order in which they are started. */
export const SITE_PORTS = { external: first, card: first + 6, phone: first + 1, desktop: first + 2 }
export type SiteName = keyof typeof SITE_PORTS
export const SITE_NAMES = Object.keys(SITE_PORTS) as SiteName[]

// What the external site talks to. Its backend and storage are where tests/second-backend/site.env has them, unless
// another block is in use.
export const SECOND_BACKEND_PORT = first + 3
export const CLOUD_STORAGE_PORT = first + 4
export const PROVIDER_PORT = first + 5

/** The card provider of the card site. */
export const BANK_PORT = first + 7
