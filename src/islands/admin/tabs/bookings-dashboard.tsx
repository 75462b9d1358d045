import { BookingsTab } from '#islands/admin/bookings/bookings-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'

export const BookingsDashboard = dashboardWith({ bookings: BookingsTab, payments: BookingsTab })
