import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { RidersTab } from '#islands/admin/riders-tab.tsx'

export const RidersDashboard = dashboardWith({ users: RidersTab })
