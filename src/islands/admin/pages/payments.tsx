import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { PaymentsView } from '#islands/admin/payments/payments-view.tsx'

export const PaymentsPage = dashboardWith('payments', PaymentsView)
