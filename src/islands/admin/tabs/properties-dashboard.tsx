import { PropertiesTab } from '#islands/admin/catalogue/properties-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const PropertiesDashboard = dashboardWith({ properties: PropertiesTab })
