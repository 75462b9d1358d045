import { lazyPart } from '#client/device/lazy-part.ts'
import type { PlanForAdmin } from '#contract/catalogue/admin-pricing.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import { plans } from '#stores/admin/catalogue/price-lists.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./plan-form.tsx')))

const COLUMNS: readonly Column<PlanForAdmin>[] = [
  {
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
    heading: catalogueText.plans.name,
    layout: 'main',
    sort: 'name'
  },
  { cell: ({ property_name }) => property_name, heading: catalogueText.plans.property, sort: 'property_name' },
  {
    cell: ({ hours }) => <span className="numeric whitespace-nowrap">{hoursText(hours)}</span>,
    heading: catalogueText.plans.hours,
    layout: 'half',
    sort: 'hours'
  },
  {
    cell: ({ cost }) => <span className="numeric font-semibold whitespace-nowrap">{rupeesText(cost)}</span>,
    heading: catalogueText.plans.price,
    layout: 'half',
    sort: 'cost'
  },
  { cell: ({ available_days }) => catalogueText.daysText(available_days ?? []), heading: catalogueText.plans.days },
  {
    cell: ({ is_active }) => (
      <StatusBadge status={is_active ? catalogueText.plans.active : catalogueText.plans.inactive} />
    ),
    heading: catalogueText.plans.status,
    layout: 'side'
  }
]

export function PlansTab() {
  const propertyFilter = usePropertyFilter()
  return (
    <CrudTab
      caption={dashboardText.tabs.plans}
      columns={COLUMNS}
      dialogs={dialogs}
      emptyIcon="clock"
      filters={[
        {
          allLabel: listsText.allStatuses,
          label: catalogueText.plans.status,
          name: 'is_active',
          options: [
            ['true', catalogueText.plans.active],
            ['false', catalogueText.plans.inactive]
          ]
        },
        propertyFilter
      ]}
      getId={({ id }) => id}
      list={plans}
      getName={({ name }) => name}
      messages={catalogueText.plans}
    />
  )
}

export const PlansPage = dashboardWith('plans', PlansTab)
