import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { ActivityView } from '#islands/admin/overview/activity-view.tsx'

export const ActivityPage = dashboardWith('activity', ActivityView)
