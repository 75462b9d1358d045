import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'
import { StatusView } from '#islands/admin/overview/status-view.tsx'

export function StatusDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ status: StatusView }} initialData={initialData} />
}
