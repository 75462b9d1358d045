import { BookingsTab } from '#islands/admin/bookings/bookings-tab.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function OpenedBookings({ start }: DashboardProps) {
  return <Dashboard panels={{ bookings: BookingsTab, payments: BookingsTab }} start={start} />
}
