import { ActivityView } from '../activity-view.tsx'
import { Dashboard, type DashboardProps } from '../dashboard.tsx'

export function OpenedActivity({ start }: DashboardProps) {
  return <Dashboard panels={{ activity: ActivityView }} start={start} />
}
