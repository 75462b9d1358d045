import { BookingsTab } from '../bookings-tab.tsx'
import { Dashboard, type DashboardProps } from '../dashboard.tsx'

export function OpenedBookings({ start }: DashboardProps) {
  return <Dashboard panels={{ bookings: BookingsTab, payments: BookingsTab }} start={start} />
}
