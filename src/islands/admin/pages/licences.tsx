import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LicencesView } from '#islands/admin/riders/licences-view.tsx'

export const LicencesPage = dashboardWith('licences', LicencesView)
