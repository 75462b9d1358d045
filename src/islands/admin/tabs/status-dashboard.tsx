import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { StatusView } from '#islands/admin/overview/status-view.tsx'

export const StatusDashboard = dashboardWith({ status: StatusView })
