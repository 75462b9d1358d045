import { listActivity } from '#contract/activity/activity.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters, listPapers, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { getSystemStatus } from '#contract/monitoring/health.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listCompensations, listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { getRevenue } from '#contract/payments/revenue.ts'
import { listLicences } from '#contract/review/review.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { answerNormally, pathOf, type Tab } from '#tests/stores/admin/page.ts'
import { advanceTime, mountStores, openPage } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'

// What the calls of several screens of the portal have in common.

/** Opens the dashboard at a tab for the first time. */
export async function arriving(tab: Tab): Promise<Screen> {
  openPage(pathOf(tab), 'admin')
  answerNormally()
  const { $tab, retryDashboard } = await import('#stores/admin/dashboard.ts')
  const { $stats, ...lists } = await import('#tests/stores/admin/lists.ts')
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

export const listRow = (store: string, endpoint: Endpoint, tab: Tab) =>
  storeRow(store, endpoint, () => arriving(tab), dashboardText.dashboardLoadFailed)

export const listRows: readonly FaultCase[] = [
  listRow('dashboard-lists', getStats, 'overview'),
  listRow('catalogue/to-do-lists', listPapers, 'papers'),
  listRow('overview/overview', getRevenue, 'overview'),
  listRow('overview/activity', listActivity, 'activity'),
  listRow('overview/status', getSystemStatus, 'status'),
  listRow('riders/rider-lists', listLicences, 'licences'),
  listRow('payments/payment-lists', listRefunds, 'payments'),
  listRow('payments/payment-lists', listDisputes, 'payments'),
  listRow('payments/payment-lists', listCompensations, 'payments'),
  listRow('catalogue/to-do-lists', listPinChanges, 'pins'),
  listRow('bookings/booking-lists', listAllBookings, 'bookings'),
  listRow('catalogue/price-lists', listAllPlans, 'plans'),
  listRow('catalogue/price-lists', listLegacyPricing, 'pricing'),
  listRow('catalogue/property-lists', listAllProperties, 'properties'),
  listRow('catalogue/fleet-lists', listAllScooters, 'scooters'),
  listRow('riders/rider-lists', listRiders, 'users')
]
