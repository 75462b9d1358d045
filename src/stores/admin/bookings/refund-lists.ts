import { callPage } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { createListing } from '#stores/admin/kit/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** Only our own backend tells what becomes of a booking's money, and gives it back. */
export const TELLS_PAYMENTS = !IS_EXTERNAL_BACKEND

/** All money that goes back. */
export const refunds = createListing({ ask: query => callPage(listRefunds, query) })
/** What of it needs a person. */
export const reviews = createListing({ ask: query => callPage(listRefunds, { ...query, status: 'review' }) })

interface Waiting {
  /** Of the page that is here. */
  count: number
  has_more: boolean
}

/** How many refunds need a person; null while that is not known. */
export const $waiting = computed([reviews.$drawn, reviews.$wish], (drawn, { page }): Waiting | null =>
  typeof drawn === 'string' ? null : { count: drawn.rows.length, has_more: drawn.has_more || page > 1 }
)
