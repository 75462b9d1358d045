import { property } from '#messages/auth.ts'
import { allProperties } from '#messages/portal.ts'
import type { Filter } from './list-toolbar.tsx'

type Places = readonly { id: string; name: string }[] | null

/** Narrows a list to what belongs to one property. */
export function propertyFilter(places: Places): Filter {
  return {
    all: allProperties,
    label: property,
    name: 'property_id',
    options: (places ?? []).map(({ id, name }) => ({ label: name, value: id }))
  }
}
