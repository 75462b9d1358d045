import { callPage } from '#client/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/config.ts'
import { listAudits } from '#contract/audits.ts'
import { createListing } from './listing.ts'

/** Only our own backend writes down what admins do. */
export const TELLS_ACTIVITY = !IS_EXTERNAL_BACKEND

export const activity = createListing({ ask: query => callPage(listAudits, query) })
