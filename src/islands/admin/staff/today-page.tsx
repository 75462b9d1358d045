import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { TodayView } from '#islands/admin/staff/today-view.tsx'

export const TodayPage = dashboardWith('today', TodayView)
