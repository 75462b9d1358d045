import { BookingsTab } from '#islands/admin/bookings/bookings-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function BookingsDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ bookings: BookingsTab, payments: BookingsTab }} initialData={initialData} />
}
