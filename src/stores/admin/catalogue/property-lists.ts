import { callPage } from '#client/http/api.ts'
import { listAllProperties, type PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { createListStore, createPartialList, fetchEveryPage } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { $me } from '#stores/session/me.ts'

const fetchPage = (query: Readonly<Record<string, string>>) => callPage(listAllProperties, query)

export const properties = createListStore({ name: 'properties', shows: ['properties'], fetchPage })

/** The property fields that a select shows. */
type PropertyOption = Pick<PropertyForAdmin, 'confirms_returns' | 'id' | 'location' | 'name'>

const propertyOptions = createPartialList<PropertyForAdmin, PropertyOption>(properties, {
  name: 'propertyOptions',
  fetchRows: () => fetchEveryPage(fetchPage)
})

/** Every property, for the selects. */
export const $propertyOptions = computed(propertyOptions.$rows, rows => rows && sortRows(rows, 'name'))
/** The same for filters, which every role has. */
export const $propertyNames = computed(
  [$propertyOptions, $me],
  (options, me): readonly { id: string; name: string }[] =>
    options ?? (typeof me === 'object' ? me?.properties : null) ?? []
)
