import { property } from '#messages/account/account-fields.ts'
import { allProperties } from '#messages/admin/lists.ts'
import type { Filter } from './list-toolbar.tsx'

type SelectableProperties = readonly { id: string; name: string }[] | null

/** A filter for the rows of one property. */
export function filterByProperty(properties: SelectableProperties): Filter {
  return {
    allLabel: allProperties,
    label: property,
    name: 'property_id',
    options: (properties ?? []).map(({ id, name }) => ({ label: name, value: id }))
  }
}
