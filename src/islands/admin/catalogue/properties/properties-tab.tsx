import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { PropertyRulesPanel, RulesButton } from '#islands/admin/catalogue/properties/property-rules-panel.tsx'
import { ImageField } from '#islands/admin/crud/crud-fields.tsx'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { Thumbnail } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { properties as text } from '#messages/admin/catalogue/catalogue.ts'
import { tabs } from '#messages/admin/dashboard.ts'
import { $uploadPercent, CAN_UPLOAD_IMAGES, propertyCrud } from '#stores/admin/catalogue/properties.ts'
import { rulesForm } from '#stores/admin/catalogue/property-rules.ts'
import { blockedByRides } from '#stores/admin/crud/crud.ts'
import { properties } from '#stores/admin/dashboard-lists.ts'
import { HAS_PARKING_NOTES, HAS_PROPERTY_RULES } from '#stores/kit/backend-features.ts'

export function PropertyForm() {
  const name = useFormField(propertyCrud, 'name')
  const location = useFormField(propertyCrud, 'location')
  const parkingNote = useFormField(propertyCrud, 'parking_note')
  const row = useStore(propertyCrud.$editedRow)
  const uploaded = useStore($uploadPercent)
  return (
    <>
      <TextField {...name} label={text.name} required={!row} />
      <TextField {...location} label={text.location} required={!row} />
      {HAS_PARKING_NOTES && <TextField {...parkingNote} hint={text.parkingNoteHint} label={text.parkingNote} />}
      <ImageField
        {...useFormField(propertyCrud, 'image')}
        current={row?.image_url ?? null}
        canUpload={CAN_UPLOAD_IMAGES}
        label={text.image}
        percent={uploaded}
      />
    </>
  )
}

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
