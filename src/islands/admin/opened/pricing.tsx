import { Dashboard, type DashboardProps } from '../dashboard.tsx'
import { PricingTab } from '../pricing-tab.tsx'

export function OpenedPricing({ start }: DashboardProps) {
  return <Dashboard panels={{ pricing: PricingTab }} start={start} />
}
