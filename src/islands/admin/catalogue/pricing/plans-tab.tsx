import type { PlanForAdmin } from '#contract/catalogue/admin-pricing.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { filterByProperty } from '#islands/admin/list/filter-by-property.ts'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { daysText, plans as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { planCrud } from '#stores/admin/catalogue/plans.ts'
import { $propertyOptions, plans } from '#stores/admin/dashboard-lists.ts'
import { PlanForm } from './plan-form.tsx'

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
  const propertyOptions = useStore($propertyOptions)
  return (
    <CrudTab
      caption={dashboard.tabs.plans}
      columns={COLUMNS}
      crud={planCrud}
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
        filterByProperty(propertyOptions)
      ]}
      form={<PlanForm />}
      list={plans}
      getName={({ name }) => name}
      messages={text}
    />
  )
}
