import { listActivity } from '#contract/activity/activity.ts'
import { getSystemStatus } from '#contract/monitoring/system-status.ts'
import { getRevenue } from '#contract/payments/revenue.ts'
import * as text from '#messages/admin/dashboard.ts'
import type { FaultCase } from '#tests/stores/wire/fault-case.ts'
import { arriving, storeRow } from './kit.ts'

// The calls of the overview.

export const overviewRows: readonly FaultCase[] = [
  storeRow('overview/revenue', getRevenue, () => arriving('overview'), text.dashboardLoadFailed),
  storeRow('overview/activity', listActivity, () => arriving('activity'), text.dashboardLoadFailed),
  storeRow('overview/system-status', getSystemStatus, () => arriving('status'), text.dashboardLoadFailed)
]
