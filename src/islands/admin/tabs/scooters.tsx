import { ScootersTab } from '#islands/admin/catalogue/scooters-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function OpenedScooters({ start }: DashboardProps) {
  return <Dashboard panels={{ scooters: ScootersTab }} start={start} />
}
