import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'
import { UsersTab } from '#islands/admin/users/users-tab.tsx'

export function OpenedUsers({ start }: DashboardProps) {
  return <Dashboard panels={{ users: UsersTab }} start={start} />
}
