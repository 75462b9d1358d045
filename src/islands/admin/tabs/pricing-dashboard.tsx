import { PricingTab } from '#islands/admin/catalogue/pricing-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function PricingDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ pricing: PricingTab }} initialData={initialData} />
}
