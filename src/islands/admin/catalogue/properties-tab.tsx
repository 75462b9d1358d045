import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { ImageField } from '#islands/admin/crud/image-field.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { Thumb } from '#islands/admin/list/thumb.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { useFormField } from '#islands/ui/hooks/use-form-field.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { properties as text } from '#messages/admin/catalogue.ts'
import { tabs } from '#messages/admin/dashboard.ts'
import { hasUpcomingRides } from '#messages/admin/deletion-responses.ts'
import { $uploadPercent, CAN_UPLOAD_PICTURES, crud } from '#stores/admin/catalogue/properties.ts'
import { properties } from '#stores/admin/dashboard-lists.ts'
import { HAS_PARKING_NOTES } from '#stores/kit/backend-features.ts'

const COLUMNS: readonly Column<PropertyForAdmin>[] = [
  {
    cell: ({ image_url, name }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={image_url} fallbackIcon="building" />
        {name}
      </span>
    ),
    heading: text.name,
    layout: 'main',
    sort: 'name'
  },
  { cell: ({ location }) => <span className="muted">{location}</span>, heading: text.location, sort: 'location' }
]

function PropertyForm() {
  const name = useFormField(crud, 'name')
  const location = useFormField(crud, 'location')
  const parkingNote = useFormField(crud, 'parking_note')
  const editing = useStore(crud.$editing)
  const row = editing?.mode === 'edit' ? editing.row : null
  const uploaded = useStore($uploadPercent)
  return (
    <>
      <TextField {...name} label={text.name} required={!row} />
      <TextField {...location} label={text.location} required={!row} />
      {HAS_PARKING_NOTES && <TextField {...parkingNote} hint={text.parkingNoteHint} label={text.parkingNote} />}
      <ImageField
        {...useFormField(crud, 'image')}
        current={row?.image_url ?? null}
        canUpload={CAN_UPLOAD_PICTURES}
        label={text.image}
        percent={uploaded}
      />
    </>
  )
}

export function PropertiesTab() {
  return (
    <CrudTab
      caption={tabs.properties}
      columns={COLUMNS}
      crud={crud}
      deletionBlocker={({ id, rides_ahead }) =>
        rides_ahead
          ? {
              bookings: { filters: { property_id: id, status: 'Completed' }, sort: '-start_time' },
              reason: hasUpcomingRides(rides_ahead),
              title: text.cannotDelete
            }
          : null
      }
      emptyIcon="building"
      form={<PropertyForm />}
      list={properties}
      getName={({ name }) => name}
      messages={text}
    />
  )
}
