import type { PlanForAdmin } from '#contract/catalogue/pricing-plans.admin.ts'
import { DAYS } from '#domain/constants.ts'
import { rupeesText } from '#domain/pricing.ts'
import { hoursText, weekdayName } from '#domain/time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { PropertyOptions } from '#islands/admin/crud/property-options.tsx'
import { useCrudField } from '#islands/admin/crud/use-crud-field.ts'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { propertyFilter } from '#islands/admin/list/property-filter.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { NumberField } from '#islands/ui/controls/number-field.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portalCatalogue from '#messages/portal/catalogue.ts'
import { plans as text } from '#messages/portal/catalogue.ts'
import * as portal from '#messages/portal/general.ts'
import { crud, toggleDay } from '#stores/admin/catalogue/plans.ts'
import { $propertyOptions, plans } from '#stores/admin/dashboard-lists.ts'

const COLUMNS: readonly Column<PlanForAdmin>[] = [
  {
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
    heading: text.name,
    layout: 'main',
    sort: 'name'
  },
  { cell: ({ property_name }) => property_name, heading: text.property, sort: 'property_name' },
  {
    cell: ({ hours }) => <span className="num whitespace-nowrap">{hoursText(hours)}</span>,
    heading: text.hours,
    layout: 'half',
    sort: 'hours'
  },
  {
    cell: ({ cost }) => <span className="num font-semibold whitespace-nowrap">{rupeesText(cost)}</span>,
    heading: text.price,
    layout: 'half',
    sort: 'cost'
  },
  { cell: ({ available_days }) => portalCatalogue.daysText(available_days ?? []), heading: text.days },
  {
    cell: ({ is_active }) => <StatusBadge status={is_active ? text.active : text.inactive} />,
    heading: text.status,
    layout: 'side'
  }
]

function DaysField() {
  const { error, value } = useCrudField(crud, 'available_days')
  return (
    <fieldset aria-describedby={error && 'plan-days-error'} className="grid gap-1.5">
      <legend className="field-label mb-1.5">{text.availableDays}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {DAYS.map(day => (
          <label className="check" key={day}>
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
      {error && (
        <p className="field-error" id="plan-days-error">
          <Icon name="warning" size="s" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

function PlanForm() {
  const editing = useStore(crud.$editing)
  const isActive = useCrudField(crud, 'is_active')
  return (
    <>
      <TextField {...useCrudField(crud, 'name')} label={text.name} required />
      <SelectField {...useCrudField(crud, 'property_id')} label={text.property} required>
        <PropertyOptions row={editing?.mode === 'edit' ? editing.row : null} />
      </SelectField>
      <div className="pairs">
        <NumberField
          {...useCrudField(crud, 'hours')}
          hint={text.hoursRange}
          label={text.hours}
          onLeave={() => crud.normaliseNumber('hours')}
          required
        />
        <NumberField
          {...useCrudField(crud, 'cost')}
          hint={portalCatalogue.priceRange}
          label={text.cost}
          onLeave={() => crud.normaliseNumber('cost')}
          required
        />
      </div>
      <DaysField />
      <label className="check">
        <input checked={isActive.value} onChange={event => isActive.onChange(event.target.checked)} type="checkbox" />
        {text.active}
      </label>
    </>
  )
}

export function PlansTab() {
  const propertyOptions = useStore($propertyOptions)
  return (
    <CrudTab
      caption={portal.tabs.plans}
      columns={COLUMNS}
      crud={crud}
      emptyIcon="clock"
      filters={[
        {
          allLabel: portal.allStatuses,
          label: text.status,
          name: 'is_active',
          options: [
            { label: text.active, value: 'true' },
            { label: text.inactive, value: 'false' }
          ]
        },
        propertyFilter(propertyOptions)
      ]}
      form={<PlanForm />}
      list={plans}
      getName={({ name }) => name}
      messages={text}
    />
  )
}
