import { Dashboard, type DashboardProps } from '../dashboard.tsx'
import { PropertiesTab } from '../properties-tab.tsx'

export function OpenedProperties({ start }: DashboardProps) {
  return <Dashboard panels={{ properties: PropertiesTab }} start={start} />
}
