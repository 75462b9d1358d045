import { Dashboard, type DashboardProps } from '../dashboard.tsx'
import { UsersTab } from '../users-tab.tsx'

export function OpenedUsers({ start }: DashboardProps) {
  return <Dashboard panels={{ users: UsersTab }} start={start} />
}
