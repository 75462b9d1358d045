import { listActivity } from '#contract/activity/activity.ts'
import { listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { listPapers } from '#contract/catalogue/papers.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { getSystemStatus } from '#contract/monitoring/health.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listCompensations, listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { getRevenue } from '#contract/payments/revenue.ts'
import { listLicences } from '#contract/review/review.ts'
import * as text from '#messages/admin/dashboard.ts'
import { answerNormally, LIST_ENDPOINTS, pathOf, type Tab } from '#tests/stores/admin/page.ts'
import { advanceTime, mountStores, openPage } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'

// What the calls of several screens of the portal have in common.

type Noun = keyof typeof LIST_ENDPOINTS

/** Opens the dashboard at a tab for the first time. */
export async function arriving(tab: Tab): Promise<Screen> {
  openPage(pathOf(tab), 'admin')
  answerNormally()
  const { $tab, retryDashboard } = await import('#stores/admin/dashboard.ts')
  const { $stats, ...lists } = await import('#stores/admin/dashboard-lists.ts')
  const shown = {
    ...lists,
    users: lists.riders,
    overview: lists.revenue,
    payments: lists.refunds,
    pins: lists.pinChanges,
    problems: lists.problems,
    status: lists.systemStatus
  }
  const list = shown[tab]
  return {
    call: async () => {
      mountStores($stats, $tab)
      // Waits for the delayed requests beside the list.
      await advanceTime(1000)
    },
    retry: retryDashboard,
    hasSucceeded: () => typeof $stats.get() === 'object' && typeof list.$listPage.get() === 'object',
    isBusy: () => $stats.get() === 'loading' || list.$listPage.get() === 'loading' || list.$isRefreshing.get() === true
  }
}

export const storeRow = (store: string, endpoint: Endpoint, open: FaultCase['open'], sentence: string): FaultCase => ({
  file: `stores/admin/${store}.ts`,
  endpoint,
  open,
  error: { prefersDetail: true, sentence }
})

// The calls that load the dashboard.

export const listRow = (endpoint: Endpoint, tab: Parameters<typeof arriving>[0]) =>
  storeRow('dashboard-lists', endpoint, () => arriving(tab), text.dashboardLoadFailed)

export const listRows: readonly FaultCase[] = [
  listRow(getStats, 'overview'),
  listRow(listPapers, 'papers'),
  listRow(getRevenue, 'overview'),
  listRow(listActivity, 'activity'),
  listRow(getSystemStatus, 'status'),
  listRow(listLicences, 'licences'),
  listRow(listRefunds, 'payments'),
  listRow(listDisputes, 'payments'),
  listRow(listCompensations, 'payments'),
  listRow(listPinChanges, 'pins'),
  ...(Object.keys(LIST_ENDPOINTS) as Noun[]).map(tab => listRow(LIST_ENDPOINTS[tab], tab))
]
