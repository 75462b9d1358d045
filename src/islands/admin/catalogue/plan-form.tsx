import { DAYS } from '#domain/constants.ts'
import { type Weekday, weekdayName } from '#domain/time/india-time.ts'
import { CrudDialogs } from '#islands/admin/crud/crud-dialogs.tsx'
import { CheckboxGroup, PropertyOptions } from '#islands/admin/crud/crud-fields.tsx'
import { NumberField, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { planCrud, toggleDay } from '#stores/admin/catalogue/pricing.ts'

export const crud = planCrud

export function Dialogs() {
  return <CrudDialogs crud={planCrud} form={<PlanForm />} />
}

const WEEKDAYS = DAYS.map(day => ({ label: weekdayName(day), value: day }))

function PlanForm() {
  const isActive = useFormField(planCrud, 'is_active')
  const days = useFormField(planCrud, 'available_days')
  return (
    <>
      <TextField {...useFormField(planCrud, 'name')} label={catalogueText.plans.name} required />
      <SelectField {...useFormField(planCrud, 'property_id')} label={catalogueText.plans.property} required>
        <PropertyOptions row={useStore(planCrud.$editedRow)} />
      </SelectField>
      <div className="auto-columns">
        <NumberField
          {...useFormField(planCrud, 'hours')}
          hint={catalogueText.plans.hoursRange}
          label={catalogueText.plans.hours}
          onLeave={() => planCrud.normaliseNumber('hours')}
          required
        />
        <NumberField
          {...useFormField(planCrud, 'cost')}
          hint={catalogueText.priceRange}
          label={catalogueText.plans.cost}
          onLeave={() => planCrud.normaliseNumber('cost')}
          required
        />
      </div>
      <CheckboxGroup
        {...days}
        label={catalogueText.plans.availableDays}
        onToggle={day => toggleDay(day as Weekday)}
        options={WEEKDAYS}
      />
      <label className="checkbox-label">
        <input checked={isActive.value} onChange={event => isActive.onChange(event.target.checked)} type="checkbox" />
        {catalogueText.plans.active}
      </label>
    </>
  )
}
