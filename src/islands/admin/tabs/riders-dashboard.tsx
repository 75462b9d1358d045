import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'
import { RidersTab } from '#islands/admin/riders/riders-tab.tsx'

export function RidersDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ users: RidersTab }} initialData={initialData} />
}
