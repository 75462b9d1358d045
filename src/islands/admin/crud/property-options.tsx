import { type PropertyOption, PropertyOptionList } from '#islands/ui/controls/property-select.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'

interface RowWithProperty {
  property_id: string | null
  property_location?: string | null
  property_name: string | null
}

/** The edited row's property if the list lacks it. Without this option, saving would change the property. */
function optionOfRow({ property_id, property_location, property_name }: RowWithProperty): PropertyOption[] {
  if (property_id === null) return []
  return [{ id: property_id, location: property_location ?? '', name: property_name ?? property_id }]
}

/** Options for every property. */
export function PropertyOptions({ row }: { row: RowWithProperty | null }) {
  const properties: readonly PropertyOption[] = useStore($propertyOptions) ?? []
  const unlisted = row && !properties.some(({ id }) => id === row.property_id) ? optionOfRow(row) : []
  return <PropertyOptionList properties={[...unlisted, ...properties]} />
}
