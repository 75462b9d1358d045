import { useStore } from '#islands/ui/use-store.tsx'
import { propertyOption } from '#messages/auth.ts'
import { $places } from '#stores/admin/lists.ts'

/** Every property as 'name - location', for a select. */
export function PropertyOptions() {
  return useStore($places)?.map(place => (
    <option key={place.id} value={place.id}>
      {propertyOption(place)}
    </option>
  ))
}
