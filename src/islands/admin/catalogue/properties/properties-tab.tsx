import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { Thumbnail } from '#islands/admin/list/thumbnail.tsx'
import { lazyWithRetry } from '#islands/ui/feedback/load-boundary.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { properties as text } from '#messages/admin/catalogue/catalogue.ts'
import { tabs } from '#messages/admin/dashboard.ts'
import { propertyCrud } from '#stores/admin/catalogue/properties.ts'
import { rulesForm } from '#stores/admin/catalogue/property-rules.ts'
import { blockedByRides } from '#stores/admin/crud/crud.ts'
import { properties } from '#stores/admin/dashboard-lists.ts'
import { HAS_PROPERTY_RULES } from '#stores/kit/backend-features.ts'
import { PropertyRulesPanel, RulesButton } from './property-rules-panel.tsx'

/** Loaded when it is first opened, because most visits only read the list. */
const PropertyForm = lazyWithRetry(() =>
  import('./property-form.tsx').then(module => ({ default: module.PropertyForm }))
)

const COLUMNS: readonly Column<PropertyForAdmin>[] = [
  {
    cell: ({ image_url, name }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumbnail image_url={image_url} fallbackIcon="building" />
        {name}
      </span>
    ),
    heading: text.name,
    layout: 'main',
    sort: 'name'
  },
  { cell: ({ location }) => <span className="muted">{location}</span>, heading: text.location, sort: 'location' }
]

export function PropertiesTab() {
  const withRules = useStore(rulesForm.$editedRow)
  return (
    <CrudTab
      caption={tabs.properties}
      columns={COLUMNS}
      crud={propertyCrud}
      deletionBlocker={({ id, rides_ahead }) =>
        blockedByRides(rides_ahead, {
          bookings: { filters: { property_id: id, status: 'Completed' }, sort: '-start_time' },
          title: text.cannotDelete
        })
      }
      emptyIcon="building"
      form={<PropertyForm />}
      list={properties}
      getName={({ name }) => name}
      messages={text}
      {...(HAS_PROPERTY_RULES && {
        rowAction: (property: PropertyForAdmin) => <RulesButton property={property} />,
        rowPanel: { content: <PropertyRulesPanel />, currentId: withRules?.id ?? null }
      })}
    />
  )
}
