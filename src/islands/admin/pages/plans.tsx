import { PlansTab } from '#islands/admin/catalogue/plans-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const PlansPage = dashboardWith('plans', PlansTab)
