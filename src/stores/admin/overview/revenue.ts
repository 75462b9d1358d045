import { callPage } from '#client/http/api.ts'
import { type DayRevenue, getRevenue } from '#contract/payments/revenue.ts'
import { sumBy } from '#domain/kit/sum-by.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** The last days, oldest first. */
export const revenue = createListStore({ fetchPage: () => callPage(getRevenue, {}) })

interface RevenueDay extends DayRevenue {
  /** Received minus refunded, in rupees. */
  net: number
  /** Received, in percent of the best of these days. */
  percentOfBest: number
}

interface RevenueChart {
  days: readonly RevenueDay[]
  /** Rupees received. */
  today: number
  total: number
}

function toChart(rows: readonly DayRevenue[]): RevenueChart {
  const best = Math.max(1, ...rows.map(({ received }) => received))
  return {
    days: rows.map(row => ({ ...row, net: row.received - row.refunded, percentOfBest: (row.received / best) * 100 })),
    today: rows.at(-1)?.received ?? 0,
    total: sumBy(rows, ({ received }) => received)
  }
}

export const $revenueChart = computed(revenue.$listPage, listPage =>
  typeof listPage === 'string' ? listPage : toChart(listPage.rows)
)
