import type { PlanForAdmin } from '#contract/catalogue/admin-pricing.ts'
import { DAYS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { hoursText, type Weekday, weekdayName } from '#domain/time/india-time.ts'
import { CheckboxGroup } from '#islands/admin/crud/crud-fields.tsx'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { PropertyOptions } from '#islands/admin/crud/property-options.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { NumberField, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { daysText, priceRange, plans as text } from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { plans } from '#stores/admin/catalogue/price-lists.ts'
import { planCrud, toggleDay } from '#stores/admin/catalogue/pricing.ts'

const WEEKDAYS = DAYS.map(day => ({ label: weekdayName(day), value: day }))

function PlanForm() {
  const isActive = useFormField(planCrud, 'is_active')
  const days = useFormField(planCrud, 'available_days')
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
      <CheckboxGroup
        {...days}
        label={text.availableDays}
        onToggle={day => toggleDay(day as Weekday)}
        options={WEEKDAYS}
      />
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
