import { Dashboard, type DashboardProps } from '../dashboard.tsx'
import { ScootersTab } from '../scooters-tab.tsx'

export function OpenedScooters({ start }: DashboardProps) {
  return <Dashboard panels={{ scooters: ScootersTab }} start={start} />
}
