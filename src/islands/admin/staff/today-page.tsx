import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { TodayView } from '#islands/admin/staff/today-view.tsx'

// Apart from its panel, which the offline page of Today shows without the portal around it.
export const TodayPage = dashboardWith('today', TodayView)
