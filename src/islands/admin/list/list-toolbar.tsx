import { type ReactNode, useId } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, IconButton } from '#islands/ui/controls/button.tsx'
import { FieldError, Options, Select } from '#islands/ui/controls/field.tsx'
import { useToggle } from '#islands/ui/hooks/use-layout.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'

export interface Filter {
  label: string
  name: string
  options: readonly (readonly [value: string, label: string])[]
  /** The label of the option without a filter. */
  allLabel: string
}

interface ToolbarProps<Row> {
  list: ListStore<Row>
  /** The label of the search field; without it, the list has no search. */
  search?: string
  /** The sort options, by value, for layouts without column headings. */
  sorts: Readonly<Record<string, string>>
  filters?: readonly Filter[]
  /** Filters that are not selects. */
  extra?: ReactNode
  /** The main action. Beside a search, it has room for an icon only on phones. */
  add?: ReactNode
  /** Other actions. */
  more?: ReactNode
}

/**
 * Search and filters on the left, actions on the right. On phones, one row with a button for the filters and one for
 * the other actions; both open below it.
 */
export function ListToolbar<Row>({ add, extra, filters = [], list, more, search, sorts }: ToolbarProps<Row>) {
  const query = useStore(list.$query)
  const [isOpen, toggle] = useToggle()
  // With one property there is nothing to choose.
  const shown = filters.filter(({ name, options }) => name !== 'property_id' || options.length !== 1)
  const hasFilters = shown.length > 0 || Boolean(extra)
  const hasSorts = Object.keys(sorts).length > 0
  const set = Object.entries(query.filters).filter(([name, value]) => value !== '' && name !== query.scope?.filter)
  const toggleLabel = hasFilters ? listsText.filtersLabel(set.length) : listsText.sortBy
  return (
    <div className="flex flex-wrap items-center gap-1.5 md:gap-2">
      {search && <SearchField label={search} list={list} />}
      {(hasFilters || hasSorts) && (
        <div className={search ? 'md:hidden' : 'flex-1 md:hidden'}>
          <Button aria-expanded={isOpen} aria-label={toggleLabel} isSmall isWide kind="secondary" onClick={toggle}>
            <Icon name={hasFilters ? 'filter' : 'sort'} />
            {search ? set.length || null : toggleLabel}
          </Button>
        </div>
      )}
      <div className={`contents max-md:*:order-1 ${isOpen ? '' : 'max-md:hidden'}`}>
        {shown.map(({ allLabel, label, name, options }) => (
          <div className="min-w-0 flex-1 basis-40 md:max-w-52 md:flex-none" key={name}>
            <Select
              aria-label={label}
              onChange={value => list.setFilter(name, value)}
              isSmall
              value={query.filters[name] ?? ''}
            >
              <option value="">{allLabel}</option>
              <Options of={options} />
            </Select>
          </div>
        ))}
        {extra}
        {hasSorts && (
          <div className="sort-select min-w-0 flex-1 basis-40 md:max-w-52 md:flex-none">
            <Select aria-label={listsText.sortBy} onChange={list.sortBy} isSmall value={query.sort}>
              <option value="">{listsText.newestFirst}</option>
              <Options of={Object.entries(sorts)} />
            </Select>
          </div>
        )}
      </div>
      {query.scope && (
        <span className="contents max-md:*:order-1">
          <Button
            aria-label={listsText.removeFilter(query.scope.label)}
            kind="secondary"
            onClick={list.removeScope}
            isSmall
          >
            <span className="min-w-0 truncate">{query.scope.label}</span>
            <Icon name="cross" size="s" />
          </Button>
        </span>
      )}
      {(add || more) && (
        <div className="contents md:ml-auto md:flex md:gap-2">
          {more && <MoreActions>{more}</MoreActions>}
          {add && <div className={`contents md:*:whitespace-nowrap ${search ? '' : 'max-md:*:flex-1'}`}>{add}</div>}
        </div>
      )}
    </div>
  )
}

/** On phones, a button opens them below the row. */
export function MoreActions({ children }: { children: ReactNode }) {
  const [isOpen, toggle] = useToggle()
  return (
    <>
      <div className="md:hidden">
        <IconButton aria-expanded={isOpen} icon="more" label={listsText.moreActions} onClick={toggle} />
      </div>
      <div
        className={`flex flex-wrap gap-2 max-md:order-1 max-md:basis-full max-md:*:flex-1 md:*:whitespace-nowrap ${isOpen ? '' : 'max-md:hidden'}`}
      >
        {children}
      </div>
    </>
  )
}

function SearchField<Row>({ label, list }: { label: string; list: ListStore<Row> }) {
  const typed = useStore(list.$search)
  const error = useStore(list.$searchError)
  const errorId = useId()
  return (
    <div className="grid min-w-0 flex-1 basis-32 gap-1.5 md:max-w-80 md:basis-56">
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center md:left-3.5 text-ink-2">
          <Icon name="search" />
        </span>
        <input
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error !== null || undefined}
          aria-label={label}
          className="field-input min-h-11 pr-1 pl-8.5 md:pr-3.5 md:pl-10.5"
          enterKeyHint="search"
          onChange={event => list.setSearch(event.target.value)}
          placeholder={label}
          type="search"
          value={typed}
        />
      </div>
      {error && (
        <FieldError id={errorId} role="alert">
          {error}
        </FieldError>
      )}
    </div>
  )
}

export function usePropertyFilter(): Filter {
  const properties = useStore($propertyNames)
  return {
    allLabel: listsText.allProperties,
    label: commonText.property,
    name: 'property_id',
    options: properties.map(({ id, name }) => [id, name])
  }
}

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
        className="field-input numeric min-h-11 py-[9px]"
        id={id}
        onChange={event => list.setFilter(name, event.target.value)}
        type="date"
        value={filters[name] ?? ''}
      />
    </div>
  )
}
