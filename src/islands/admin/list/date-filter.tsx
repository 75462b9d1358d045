import { useId } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import type { ListStore } from '#stores/admin/list/create-list.ts'

interface DateFilterProps<Row> {
  label: string
  list: ListStore<Row>
  name: string
}

/** Filters rides by a first or last day, in India's time zone. */
export function DateFilter<Row>({ label, list, name }: DateFilterProps<Row>) {
  const { filters } = useStore(list.$query)
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1 md:flex md:items-center md:gap-2">
      <label className="caption" htmlFor={id}>
        {label}
      </label>
      <input
        className="field-input numeric min-h-11"
        id={id}
        onChange={event => list.setFilter(name, event.target.value)}
        type="date"
        value={filters[name] ?? ''}
      />
    </div>
  )
}
