// Ports of the end-to-end sites and of the servers that they use. The test command reserves a free block of ports, so
// that two clones can test in parallel.

/** The ports of one block. The test command listens on the last one while it uses the block. */
export const PORTS_IN_BLOCK = 10
export const USUAL_FIRST_PORT = 4410

const first = Number(process.env.E2E_FIRST_PORT || USUAL_FIRST_PORT)

/** The sites of the Playwright projects. */
export const SITE_PORTS = { external: first, card: first + 6, empty: first + 8, phone: first + 1, desktop: first + 2 }
export type SiteName = keyof typeof SITE_PORTS
export const SITE_NAMES = Object.keys(SITE_PORTS) as SiteName[]
/** What their server writes once all of them answer. */
export const SITES_READY = 'All sites are ready.'

// Servers of the external site. Its backend and storage have the ports of tests/fakes/second-backend/site.env by default.
export const SECOND_BACKEND_PORT = first + 3
export const CLOUD_STORAGE_PORT = first + 4
export const PROVIDER_PORT = first + 5

/** The card provider of the card site. */
export const BANK_PORT = first + 7

/** Runs the cron of a site, which does not run by itself. */
export const CRON_PATH = '/cdn-cgi/local/scheduled?cron=*+*+*+*+*'
