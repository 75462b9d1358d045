import { getStats } from '#contract/overview/stats.ts'
import * as text from '#messages/admin/dashboard.ts'
import { LIST_ENDPOINTS } from '#tests/stores/admin/portal.ts'
import type { FaultCase } from '#tests/stores/wire/fault-case.ts'
import { arriving, type Noun } from './kit.ts'

// The calls that load the dashboard.

const listRow = (tab: Noun): FaultCase => ({
  file: 'stores/admin/dashboard-lists.ts',
  endpoint: LIST_ENDPOINTS[tab],
  open: () => arriving(tab),
  error: { prefersDetail: true, sentence: text.dashboardLoadFailed }
})

export const listRows: readonly FaultCase[] = [
  {
    file: 'stores/admin/dashboard-lists.ts',
    endpoint: getStats,
    open: () => arriving('overview'),
    error: { prefersDetail: true, sentence: text.dashboardLoadFailed }
  },
  ...(Object.keys(LIST_ENDPOINTS) as Noun[]).map(listRow)
]
