import { BookingsTab } from '#islands/admin/bookings/bookings-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const BookingsPage = dashboardWith('bookings', BookingsTab)
