import { PinsView } from '#islands/admin/catalogue/pins-view.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const PinsPage = dashboardWith('pins', PinsView)
