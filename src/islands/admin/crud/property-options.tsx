import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { propertyOption } from '#messages/auth.ts'
import { $places } from '#stores/admin/dashboard-lists.ts'

interface Placed {
  property_id: string | null
  property_location?: string | null
  property_name: string | null
}

interface Place {
  id: string
  location?: string
  name: string
}

/** The edited row's own property, which the list has not brought, or not yet: without it the row would lose it. */
function ownPlace({ property_id, property_location, property_name }: Placed): Place[] {
  if (property_id === null) return []
  return [{ id: property_id, location: property_location ?? '', name: property_name ?? property_id }]
}

/** Every property as 'name - location', for a select. */
export function PropertyOptions({ row }: { row: Placed | null }) {
  const places: readonly Place[] = useStore($places) ?? []
  const missing = row && !places.some(({ id }) => id === row.property_id) ? ownPlace(row) : []
  return [...missing, ...places].map(place => (
    <option key={place.id} value={place.id}>
      {propertyOption(place)}
    </option>
  ))
}
