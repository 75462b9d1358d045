import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { ActivityView } from '#islands/admin/overview/activity-view.tsx'

// Each tab has a dashboard of its own in this folder, so that a page loads only the code of its tab. Astro loads the
// file of an island with everything that it imports.

export const ActivityDashboard = dashboardWith({ activity: ActivityView })
