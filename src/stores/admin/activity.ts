import { callPage } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { listAudits } from '#contract/admin/audits.ts'
import { createListing } from './kit/create-list.ts'

/** Only our own backend writes down what admins do. */
export const TELLS_ACTIVITY = !IS_EXTERNAL_BACKEND

export const activity = createListing({ ask: query => callPage(listAudits, query) })
