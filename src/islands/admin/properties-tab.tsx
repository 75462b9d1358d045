import type { Property } from '#contract/properties.ts'
import { TextField } from '#islands/ui/field.tsx'
import { useStore } from '#islands/ui/use-store.tsx'
import { tabs, properties as text } from '#messages/portal.ts'
import { properties } from '#stores/admin/lists.ts'
import { $uploaded, crud, HAS_PLACE_FOR_PICTURES } from '#stores/admin/properties.ts'
import { CrudTab } from './crud-tab.tsx'
import { ImageField } from './image-field.tsx'
import type { Column } from './list-table.tsx'
import { Thumb } from './thumb.tsx'
import { useCrudField } from './use-crud-field.ts'

const COLUMNS: readonly Column<Property>[] = [
  {
    cell: ({ image_url, name }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={image_url} otherwise="building" />
        {name}
      </span>
    ),
    head: text.name,
    place: 'main',
    sort: 'name'
  },
  { cell: ({ location }) => <span className="sub">{location}</span>, head: text.location, sort: 'location' }
]

function PropertyForm() {
  const name = useCrudField(crud, 'name')
  const location = useCrudField(crud, 'location')
  const editing = useStore(crud.$editing)
  const row = editing?.mode === 'edit' ? editing.row : null
  const uploaded = useStore($uploaded)
  return (
    <>
      <TextField {...name} label={text.name} required={!row} />
      <TextField {...location} label={text.location} required={!row} />
      <ImageField
        {...useCrudField(crud, 'image')}
        current={row?.image_url ?? null}
        has_place={HAS_PLACE_FOR_PICTURES}
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
      empty_icon="building"
      form={<PropertyForm />}
      listing={properties}
      nameOf={({ name }) => name}
      words={text}
    />
  )
}
