import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'
import { UsersTab } from '#islands/admin/users/users-tab.tsx'

export function UsersDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ users: UsersTab }} initialData={initialData} />
}
