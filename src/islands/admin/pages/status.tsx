import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { StatusView } from '#islands/admin/overview/status-view.tsx'

export const StatusPage = dashboardWith('status', StatusView)
