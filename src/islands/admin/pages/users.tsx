import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { RidersTab } from '#islands/admin/riders/riders-tab.tsx'

export const UsersPage = dashboardWith('users', RidersTab)
