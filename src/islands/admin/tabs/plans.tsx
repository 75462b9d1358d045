import { PlansTab } from '#islands/admin/catalogue/plans-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function OpenedPlans({ start }: DashboardProps) {
  return <Dashboard panels={{ plans: PlansTab }} start={start} />
}
