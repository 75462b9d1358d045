import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { Select } from '#islands/ui/select.tsx'
import { useStore } from '#islands/ui/use-store.tsx'
import * as text from '#messages/portal.ts'
import type { Listing } from '#stores/admin/listing.ts'

export interface Filter {
  label: string
  name: string
  options: readonly { label: string; value: string }[]
  /** What it says while nothing is chosen. */
  all: string
}

interface ToolbarProps<Row> {
  listing: Listing<Row>
  /** What can be searched for; where nothing can, there is no search. */
  search?: string
  /** What the list can be sorted by, where the columns have no heads. */
  sorts: Readonly<Record<string, string>>
  children?: ReactNode
  filters?: readonly Filter[]
  /** Filters of another kind. */
  more?: ReactNode
}

/** Search and filters left, what can be done right; stacked on phones. */
export function ListToolbar<Row>({ children, filters = [], listing, more, search, sorts }: ToolbarProps<Row>) {
  const typed = useStore(listing.$search)
  const wish = useStore(listing.$wish)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search && (
        <div className="relative min-w-0 flex-1 basis-full md:max-w-70 md:basis-56">
          <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink-2">
            <Icon name="search" />
          </span>
          <input
            aria-label={search}
            className="field-input min-h-11 pl-10.5"
            enterKeyHint="search"
            onChange={event => listing.search(event.target.value)}
            placeholder={search}
            type="search"
            value={typed}
          />
        </div>
      )}
      {filters.map(({ all, label, name, options }) => (
        <div className="min-w-0 flex-1 basis-40 md:max-w-52 md:flex-none" key={name}>
          <Select
            aria-label={label}
            onChange={value => listing.filter(name, value)}
            small
            value={wish.filters[name] ?? ''}
          >
            <option value="">{all}</option>
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        </div>
      ))}
      {more}
      <div className="sort-select min-w-0 flex-1 basis-40 md:max-w-52 md:flex-none">
        <Select aria-label={text.sortBy} onChange={listing.sortBy} small value={wish.sort}>
          <option value="">{text.newestFirst}</option>
          {Object.entries(sorts).map(([field, label]) => (
            <option key={field} value={field}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {children && (
        <div className="contents gap-2 max-md:*:flex-1 max-md:*:basis-40 md:ml-auto md:flex md:*:whitespace-nowrap">
          {children}
        </div>
      )}
    </div>
  )
}
