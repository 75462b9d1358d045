import type { LegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { rateFor } from '#domain/catalogue/pricing.ts'
import { DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { PropertyText } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { NumberField, SelectField } from '#islands/ui/controls/field.tsx'
import { PropertyOptionList } from '#islands/ui/controls/property-select.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { priceRange, rateLabel, pricing as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import { $propertiesWithoutRates, pricing } from '#stores/admin/catalogue/price-lists.ts'
import { pricingCrud, RATES, type Rate } from '#stores/admin/catalogue/pricing.ts'

const COLUMNS: readonly Column<LegacyPricing>[] = [
  {
    cell: ({ property_location, property_name }) => (
      <span className="font-semibold">
        <PropertyText location={property_location} name={property_name ?? ''} />
      </span>
    ),
    heading: text.property,
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

const HOURS: Record<Rate, number> = { hourly_1: 1, hourly_3: 3, hourly_6: 6, hourly_12: 12 }

function RateField({ rate }: { rate: Rate }) {
  return (
    <NumberField
      {...useFormField(pricingCrud, rate)}
      hint={priceRange}
      label={rateLabel(HOURS[rate])}
      onLeave={() => pricingCrud.normaliseNumber(rate)}
      required
    />
  )
}

function PropertyField() {
  const propertiesWithoutRates = useStore($propertiesWithoutRates)
  const field = useFormField(pricingCrud, 'property_id')
  return (
    <SelectField
      {...field}
      hint={propertiesWithoutRates?.length === 0 ? text.allPriced : undefined}
      label={text.property}
      required
    >
      <PropertyOptionList properties={propertiesWithoutRates ?? []} />
    </SelectField>
  )
}

function PricingForm() {
  const row = useStore(pricingCrud.$editedRow)
  return (
    <>
      {row ? <p className="font-semibold wrap-anywhere">{row.property_name}</p> : <PropertyField />}
      <div className="auto-columns">
        {RATES.map(rate => (
          <RateField key={rate} rate={rate} />
        ))}
      </div>
    </>
  )
}

export function PricingTab() {
  return (
    <CrudTab
      caption={dashboard.tabs.pricing}
      columns={COLUMNS}
      crud={pricingCrud}
      emptyIcon="ticket"
      form={<PricingForm />}
      list={pricing}
      getName={({ property_name }) => property_name ?? ''}
      messages={text}
    />
  )
}
