import { PricingTab } from '#islands/admin/catalogue/pricing-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const PricingPage = dashboardWith('pricing', PricingTab)
