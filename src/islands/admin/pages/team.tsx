import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { TeamView } from '#islands/admin/staff/team-view.tsx'

export const TeamPage = dashboardWith('team', TeamView)
