import { PlansTab } from '#islands/admin/catalogue/plans-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function PlansDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ plans: PlansTab }} initialData={initialData} />
}
