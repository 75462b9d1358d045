import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { propertyOption } from '#messages/account/account-fields.ts'
import { $propertyOptions } from '#stores/admin/dashboard-lists.ts'

interface RowWithProperty {
  property_id: string | null
  property_location?: string | null
  property_name: string | null
}

interface PropertyOption {
  id: string
  location?: string
  name: string
}

/** The edited row's property if the list lacks it. Without this option, saving would change the property. */
function optionOfRow({ property_id, property_location, property_name }: RowWithProperty): PropertyOption[] {
  if (property_id === null) return []
  return [{ id: property_id, location: property_location ?? '', name: property_name ?? property_id }]
}

/** Options for every property, as 'name - location'. */
export function PropertyOptions({ row }: { row: RowWithProperty | null }) {
  const properties: readonly PropertyOption[] = useStore($propertyOptions) ?? []
  const unlisted = row && !properties.some(({ id }) => id === row.property_id) ? optionOfRow(row) : []
  return [...unlisted, ...properties].map(property => (
    <option key={property.id} value={property.id}>
      {propertyOption(property)}
    </option>
  ))
}
