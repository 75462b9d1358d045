import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/admin/lists.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'

/** The position of a cell in a stacked row: beside the main cell, or below it at full or half width. */
type CellLayout = 'full' | 'half' | 'main' | 'side'

export interface Column<Row> {
  cell: (row: Row, now: Date) => ReactNode
  heading: string
  layout?: CellLayout
  /** Of cells of a table; stacked rows ignore it. */
  align?: 'end'
  /** A table beside a panel shows this column only if it has room. */
  isMinor?: boolean
  /** The field that this column's heading sorts by. */
  sort?: string
}

/**
 * 'plain': few columns, with the actions on the right also in stacked rows. 'wide': long texts, a table only on wide
 * screens. 'dense': a table also on tablets and beside a panel.
 */
export type TableKind = 'dense' | 'plain' | 'wide'

const CONTAINER_CLASSES = {
  dense: 'dense-list',
  plain: '@container/plain-table',
  wide: '@container/wide-table'
} as const

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  getId: (row: Row) => string
  list: ListStore<Row>
  rows: readonly Row[]
  actions?: (row: Row) => ReactNode
  /** The row whose panel is open. */
  currentId?: string | null
  kind?: TableKind
}

type SortDirection = 'ascending' | 'descending' | null

function sortDirection(sort: string, field: string): SortDirection {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : null
}

function cellClasses<Row>({ align, isMinor }: Column<Row>): string {
  return `${align ? ' cell-end' : ''}${isMinor ? ' cell-minor' : ''}`
}

function ColumnHeading<Row>({ column, list }: { column: Column<Row>; list: ListStore<Row> }) {
  const { sort } = useStore(list.$query)
  if (!column.sort)
    return (
      <th className={cellClasses(column) || undefined} scope="col">
        {column.heading}
      </th>
    )
  const field = column.sort
  const order = sortDirection(sort, field)
  return (
    <th aria-sort={order ?? 'none'} className={cellClasses(column) || undefined} scope="col">
      <button
        className="sort-button"
        data-sorted={order ?? undefined}
        onClick={() => list.sortBy(order === 'ascending' ? `-${field}` : field)}
        type="button"
      >
        {column.heading}
        <Icon name={order ? 'chevron-down' : 'sort'} size="s" />
      </button>
    </th>
  )
}

/** A table on wide screens; beside a form and on phones, each row is a block. */
export function ListTable<Row>({
  actions,
  caption,
  columns,
  currentId,
  getId,
  list,
  rows,
  kind = 'plain'
}: TableProps<Row>) {
  const now = useRenderTime()
  return (
    <div className={`card overflow-x-auto ${CONTAINER_CLASSES[kind]}`}>
      <table className={`admin-table ${kind}-table`}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <ColumnHeading column={column} key={column.heading} list={list} />
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">{text.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr aria-current={currentId === getId(row) || undefined} key={getId(row)}>
              {columns.map(column => (
                <td className={`cell-${column.layout ?? 'full'}${cellClasses(column)}`} key={column.heading}>
                  {column.cell(row, now)}
                </td>
              ))}
              {actions && (
                <td className={kind === 'plain' ? 'cell-actions' : 'cell-footer'}>
                  <div className={`row-actions flex ${kind === 'plain' ? 'justify-end' : ''}`}>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
