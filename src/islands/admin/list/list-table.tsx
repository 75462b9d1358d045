import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useDrawingTime } from '#islands/ui/hooks/use-render-time.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/portal.ts'
import type { Listing } from '#stores/admin/kit/create-list.ts'

/** Where a cell stands where a row is a block: beside the first, or below it in a line or half a line. */
type Place = 'half' | 'main' | 'more' | 'side'

export interface Column<Row> {
  cell: (row: Row, now: Date) => ReactNode
  head: string
  place?: Place
  /** The field by which the list can be sorted here. */
  sort?: string
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  listing: Listing<Row>
  rows: readonly Row[]
  actions?: (row: Row) => ReactNode
  /** The row that is open beside the list. */
  current?: string | null
  /** Of cells and actions in whole words: a table where there is much room only, and in a block the actions last. */
  wordy?: boolean
}

type Order = 'ascending' | 'descending' | null

function orderOf(sort: string, field: string): Order {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : null
}

function Head<Row>({ column, listing }: { column: Column<Row>; listing: Listing<Row> }) {
  const { sort } = useStore(listing.$wish)
  if (!column.sort) return <th scope="col">{column.head}</th>
  const field = column.sort
  const order = orderOf(sort, field)
  return (
    <th aria-sort={order ?? 'none'} scope="col">
      <button
        className="sort"
        data-sorted={order ?? undefined}
        onClick={() => listing.sortBy(order === 'ascending' ? `-${field}` : field)}
        type="button"
      >
        {column.head}
        <Icon name="chevron-down" size="s" />
      </button>
    </th>
  )
}

/** A table where there is room for one; beside a form and on phones each row is a block. */
export function ListTable<Row>({ actions, caption, columns, current, idOf, listing, rows, wordy }: TableProps<Row>) {
  const now = useDrawingTime()
  return (
    <div className={`card overflow-x-auto ${wordy ? '@container/wordy' : '@container'}`}>
      <table className={wordy ? 'admin-table wordy' : 'admin-table'}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <Head column={column} key={column.head} listing={listing} />
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
            <tr aria-current={current === idOf(row) || undefined} key={idOf(row)}>
              {columns.map(({ cell, head, place = 'more' }) => (
                <td className={`cell-${place}`} key={head}>
                  {cell(row, now)}
                </td>
              ))}
              {actions && (
                <td className={wordy ? 'cell-words' : 'cell-actions'}>
                  <div className={`flex whitespace-nowrap ${wordy ? '' : 'justify-end'}`}>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
