import type { PlanForAdmin } from '#contract/catalogue/admin-pricing.ts'
import { DAYS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText, weekdayName } from '#domain/time/india-time.ts'
import { PropertyOptions } from '#islands/admin/crud/crud-fields.tsx'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { FieldError, NumberField, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { daysText, priceRange, plans as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { planCrud, toggleDay } from '#stores/admin/catalogue/pricing.ts'
import { plans } from '#stores/admin/dashboard-lists.ts'

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

function PlanForm() {
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
        propertyFilter
      ]}
      form={<PlanForm />}
      list={plans}
      getName={({ name }) => name}
      messages={text}
    />
  )
}

export const PlansDashboard = dashboardWith({ plans: PlansTab })
