import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { ReportsView } from '#islands/admin/overview/reports-view.tsx'

export const ReportsPage = dashboardWith('reports', ReportsView)
