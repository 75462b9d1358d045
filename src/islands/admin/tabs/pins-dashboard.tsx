import { PinsView } from '#islands/admin/catalogue/pins-view.tsx'
import { Dashboard, type DashboardProps } from '#islands/admin/dashboard.tsx'

export function PinsDashboard({ initialData }: DashboardProps) {
  return <Dashboard panels={{ pins: PinsView }} initialData={initialData} />
}
