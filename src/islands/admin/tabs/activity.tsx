import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'
import { ActivityView } from '#islands/admin/overview/activity-view.tsx'

export function OpenedActivity({ start }: DashboardProps) {
  return <Dashboard panels={{ activity: ActivityView }} start={start} />
}
