import { ScootersTab } from '#islands/admin/catalogue/scooters-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const ScootersPage = dashboardWith('scooters', ScootersTab)
