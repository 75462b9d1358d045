import { DAYS } from '#domain/constants.ts'
import { weekdayName } from '#domain/time/india-time.ts'
import { PropertyOptions } from '#islands/admin/crud/property-options.tsx'
import { FieldError, NumberField, SelectField, TextField } from '#islands/ui/controls/field.tsx'

import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'

import { priceRange, plans as text } from '#messages/admin/catalogue/catalogue.ts'
import { planCrud, toggleDay } from '#stores/admin/catalogue/plans.ts'

function DaysField() {
  const { error, value } = useFormField(planCrud, 'available_days')
  return (
    <fieldset aria-describedby={error && 'plan-days-error'} className="grid gap-1.5">
      <legend className="field-label mb-1.5">{text.availableDays}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {DAYS.map(day => (
          <label className="checkbox-label" key={day}>
            <input
              aria-invalid={error ? true : undefined}
              checked={value.includes(day)}
              onChange={() => toggleDay(day)}
              type="checkbox"
            />
            {weekdayName(day)}
          </label>
        ))}
      </div>
      {error && <FieldError id="plan-days-error">{error}</FieldError>}
    </fieldset>
  )
}

export function PlanForm() {
  const isActive = useFormField(planCrud, 'is_active')
  return (
    <>
      <TextField {...useFormField(planCrud, 'name')} label={text.name} required />
      <SelectField {...useFormField(planCrud, 'property_id')} label={text.property} required>
        <PropertyOptions row={useStore(planCrud.$editedRow)} />
      </SelectField>
      <div className="auto-columns">
        <NumberField
          {...useFormField(planCrud, 'hours')}
          hint={text.hoursRange}
          label={text.hours}
          onLeave={() => planCrud.normaliseNumber('hours')}
          required
        />
        <NumberField
          {...useFormField(planCrud, 'cost')}
          hint={priceRange}
          label={text.cost}
          onLeave={() => planCrud.normaliseNumber('cost')}
          required
        />
      </div>
      <DaysField />
      <label className="checkbox-label">
        <input checked={isActive.value} onChange={event => isActive.onChange(event.target.checked)} type="checkbox" />
        {text.active}
      </label>
    </>
  )
}
