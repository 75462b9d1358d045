import { CrudDialogs } from '#islands/admin/crud/crud-dialogs.tsx'
import { PropertyOptionList } from '#islands/ui/controls/account-fields.tsx'
import { NumberField, SelectField } from '#islands/ui/controls/field.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { $propertiesWithoutRates } from '#stores/admin/catalogue/price-lists.ts'
import { pricingCrud, RATES, type Rate } from '#stores/admin/catalogue/pricing.ts'

export const crud = pricingCrud

export function Dialogs() {
  return <CrudDialogs crud={pricingCrud} form={<PricingForm />} />
}

const HOURS: Record<Rate, number> = { hourly_1: 1, hourly_3: 3, hourly_6: 6, hourly_12: 12 }

function RateField({ rate }: { rate: Rate }) {
  return (
    <NumberField
      {...useFormField(pricingCrud, rate)}
      hint={catalogueText.priceRange}
      label={catalogueText.rateLabel(HOURS[rate])}
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
      hint={propertiesWithoutRates?.length === 0 ? catalogueText.pricing.allPriced : undefined}
      label={catalogueText.pricing.property}
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
