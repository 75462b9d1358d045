import { lazyPart } from '#client/device/lazy-part.ts'
import type { LegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { rateFor } from '#domain/catalogue/pricing.ts'
import { DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { PropertyText } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { pricing } from '#stores/admin/catalogue/price-lists.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./pricing-form.tsx')))

const COLUMNS: readonly Column<LegacyPricing>[] = [
  {
    cell: ({ property_location, property_name }) => (
      <span className="font-semibold">
        <PropertyText location={property_location} name={property_name ?? ''} />
      </span>
    ),
    heading: catalogueText.pricing.property,
    layout: 'main',
    sort: 'property_name'
  },
  ...DURATION_CHOICES_HOURS.map(hours => ({
    cell: (rates: LegacyPricing) => (
      <span className="numeric md:whitespace-nowrap">
        <span className="caption stacked-only">{`${hoursText(hours)} `}</span>
        {rupeesText(rateFor(rates, hours))}
      </span>
    ),
    heading: hoursText(hours),
    layout: 'half' as const,
    ...(hours === 1 && { sort: 'hourly_1' })
  }))
]

export function PricingTab() {
  return (
    <CrudTab
      caption={dashboardText.tabs.pricing}
      columns={COLUMNS}
      dialogs={dialogs}
      emptyIcon="ticket"
      getId={({ property_id }) => property_id}
      list={pricing}
      getName={({ property_name }) => property_name ?? ''}
      messages={catalogueText.pricing}
    />
  )
}

export const PricingPage = dashboardWith('pricing', PricingTab)
