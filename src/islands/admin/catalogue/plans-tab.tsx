import { latePart } from '#client/device/late-part.ts'
import type { PlanForAdmin } from '#contract/catalogue/admin-pricing.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { daysText, plans as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { plans } from '#stores/admin/catalogue/price-lists.ts'
import { createLateDialogs } from '#stores/admin/late-dialogs.ts'

const dialogs = createLateDialogs(latePart(() => import('./plan-form.tsx')))

const COLUMNS: readonly Column<PlanForAdmin>[] = [
  {
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
    heading: text.name,
    layout: 'main',
    sort: 'name'
  },
  { cell: ({ property_name }) => property_name, heading: text.property, sort: 'property_name' },
  {
    cell: ({ hours }) => <span className="numeric whitespace-nowrap">{hoursText(hours)}</span>,
    heading: text.hours,
    layout: 'half',
    sort: 'hours'
  },
  {
    cell: ({ cost }) => <span className="numeric font-semibold whitespace-nowrap">{rupeesText(cost)}</span>,
    heading: text.price,
    layout: 'half',
    sort: 'cost'
  },
  { cell: ({ available_days }) => daysText(available_days ?? []), heading: text.days },
  {
    cell: ({ is_active }) => <StatusBadge status={is_active ? text.active : text.inactive} />,
    heading: text.status,
    layout: 'side'
  }
]

export function PlansTab() {
  const propertyFilter = usePropertyFilter()
  return (
    <CrudTab
      caption={dashboard.tabs.plans}
      columns={COLUMNS}
      dialogs={dialogs}
      emptyIcon="clock"
      filters={[
        {
          allLabel: lists.allStatuses,
          label: text.status,
          name: 'is_active',
          options: [
            { label: text.active, value: 'true' },
            { label: text.inactive, value: 'false' }
          ]
        },
        propertyFilter
      ]}
      getId={({ id }) => id}
      list={plans}
      getName={({ name }) => name}
      messages={text}
    />
  )
}
