import { PropertiesTab } from '#islands/admin/catalogue/properties-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function PropertiesDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ properties: PropertiesTab }} initialData={initialData} />
}
