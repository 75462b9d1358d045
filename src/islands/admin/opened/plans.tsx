import { Dashboard, type DashboardProps } from '../dashboard.tsx'
import { PlansTab } from '../plans-tab.tsx'

export function OpenedPlans({ start }: DashboardProps) {
  return <Dashboard panels={{ plans: PlansTab }} start={start} />
}
