import { listActivity } from '#contract/activity/activity.ts'
import { listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { getSystemStatus } from '#contract/monitoring/health.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { getRevenue } from '#contract/payments/revenue.ts'
import * as text from '#messages/admin/dashboard.ts'
import { LIST_ENDPOINTS } from '#tests/stores/admin/portal.ts'
import type { FaultCase } from '#tests/stores/wire/fault-case.ts'
import { arriving, type Noun, storeRow } from './kit.ts'

// The calls that load the dashboard.

const listRow = (endpoint: Endpoint, tab: Parameters<typeof arriving>[0]) =>
  storeRow('dashboard-lists', endpoint, () => arriving(tab), text.dashboardLoadFailed)

export const listRows: readonly FaultCase[] = [
  listRow(getStats, 'overview'),
  listRow(getRevenue, 'overview'),
  listRow(listActivity, 'activity'),
  listRow(getSystemStatus, 'status'),
  listRow(listRefunds, 'payments'),
  listRow(listDisputes, 'payments'),
  listRow(listPinChanges, 'pins'),
  ...(Object.keys(LIST_ENDPOINTS) as Noun[]).map(tab => listRow(LIST_ENDPOINTS[tab], tab))
]
