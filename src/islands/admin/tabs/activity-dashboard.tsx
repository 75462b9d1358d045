import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'
import { ActivityView } from '#islands/admin/overview/activity-view.tsx'

export function ActivityDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ activity: ActivityView }} initialData={initialData} />
}
