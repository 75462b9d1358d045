import { PropertiesTab } from '#islands/admin/catalogue/properties-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const PropertiesPage = dashboardWith('properties', PropertiesTab)
