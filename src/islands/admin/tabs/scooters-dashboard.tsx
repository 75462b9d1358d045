import { ScootersTab } from '#islands/admin/catalogue/scooters-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function ScootersDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ scooters: ScootersTab }} initialData={initialData} />
}
