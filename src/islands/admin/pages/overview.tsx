import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { Overview } from '#islands/admin/overview/overview.tsx'

export const OverviewPage = dashboardWith('overview', Overview)
