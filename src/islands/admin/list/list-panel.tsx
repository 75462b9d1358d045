import type { ReactNode } from 'react'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

/** The position of a cell in a stacked row: beside the main cell, or below it at full or half width. */
type CellLayout = 'full' | 'half' | 'main' | 'side'

export interface Column<Row> {
  /** In stacked rows, which have no headings, the heading stands before it. */
  isNamed?: boolean
  cell: (row: Row, now: Date) => ReactNode
  heading: string
  layout?: CellLayout
  /** Of cells of a table; stacked rows ignore it. */
  align?: 'end'
  sort?: string
}

/**
 * 'plain': few columns, with the actions on the right also in stacked rows. 'wide': long texts, a table only on wide
 * screens. 'dense': a table also on tablets.
 */
type TableKind = 'dense' | 'plain' | 'wide'

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
  /** Opens the panel of a row by a press anywhere on it. */
  opener?: { label: (row: Row, now: Date) => string; open: (row: Row) => void }
  currentId?: string | null
  kind?: TableKind
}

type SortDirection = 'ascending' | 'descending' | null

function sortDirection(sort: string, field: string): SortDirection {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : null
}

const cellClasses = <Row,>({ align }: Column<Row>): string => (align ? ' cell-end' : '')

function CellContent<Row>({ column, now, row }: { column: Column<Row>; now: Date; row: Row }) {
  if (!column.isNamed) return column.cell(row, now)
  return (
    <span className="numeric">
      <span className="caption stacked-only">{`${column.heading} `}</span>
      {column.cell(row, now)}
    </span>
  )
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

/** A table on wide screens; on phones, each row is a block. */
function ListTable<Row>(props: TableProps<Row>) {
  const { actions, caption, columns, currentId, getId, list, opener, rows, kind = 'plain' } = props
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
                <span className="sr-only">{listsText.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr aria-current={currentId === getId(row) || undefined} key={getId(row)}>
              {columns.map(column => (
                <td className={`cell-${column.layout ?? 'full'}${cellClasses(column)}`} key={column.heading}>
                  {opener && column.layout === 'main' ? (
                    <button
                      aria-label={opener.label(row, now)}
                      className="row-opener"
                      onClick={() => opener.open(row)}
                      type="button"
                    >
                      <CellContent column={column} now={now} row={row} />
                    </button>
                  ) : (
                    <CellContent column={column} now={now} row={row} />
                  )}
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

interface ListHeadingProps {
  description: string
  /** If the tab has only this list, its name is not repeated. */
  title?: string | undefined
  /** An action on the whole list. */
  children?: ReactNode
}

/** What a list is. On phones, the views above it say the title, and the rest stands below the list. */
export function ListHeading({ children, description, title }: ListHeadingProps) {
  return (
    <div className="list-heading">
      <div>
        {title && <h2 className="view-title">{title}</h2>}
        <p className="caption">{description}</p>
      </div>
      {children}
    </div>
  )
}

const SKELETON_KEYS = ['one', 'two', 'three', 'four', 'five', 'six']

function ListSkeleton() {
  return (
    <div className="card divide-y divide-line">
      <Loading label={dashboardText.loading}>
        {SKELETON_KEYS.map(key => (
          <div className="flex h-[61px] items-center gap-3 px-5" key={key}>
            <SkeletonBlock className="h-10 w-13 rounded-slot" />
            <SkeletonBlock className="h-4 w-2/5 rounded" />
            <SkeletonBlock className="ml-auto h-6 w-20 rounded" />
          </div>
        ))}
      </Loading>
    </div>
  )
}

/** The whole list is empty, so it shows its own action. */
export function useIsEmpty<Row>(list: ListStore<Row>): boolean {
  const listPage = useStore(list.$listPage)
  return !isFiltered(useStore(list.$query)) && typeof listPage === 'object' && listPage.rows.length === 0
}

const isFiltered = ({ filters, q }: ListQuery) => q.trim() !== '' || Object.values(filters).some(value => value !== '')

interface PageButtonProps<Row> {
  children: ReactNode
  list: ListStore<Row>
  isEnabled: boolean
  page: number
}

/** On the first and last page, the button stays in place and keeps its focus. */
function PageButton<Row>({ children, list, isEnabled, page }: PageButtonProps<Row>) {
  return (
    <Button
      aria-disabled={!isEnabled || undefined}
      kind="secondary"
      onClick={() => isEnabled && list.goToPage(page)}
      isSmall
    >
      {children}
    </Button>
  )
}

function Pager<Row>({ hasMore, list }: { hasMore: boolean; list: ListStore<Row> }) {
  const { page } = useStore(list.$query)
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label={listsText.pageNumber(page)} className="flex flex-wrap items-center justify-between gap-3">
      <PageButton list={list} isEnabled={page > 1} page={page - 1}>
        {listsText.previousPage}
      </PageButton>
      <span aria-live="polite" className="caption numeric">
        {listsText.pageNumber(page)}
      </span>
      <PageButton list={list} isEnabled={hasMore} page={page + 1}>
        {listsText.nextPage}
      </PageButton>
    </nav>
  )
}

interface ListPanelProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  /** The texts, icon and action of the empty list. */
  empty: { action?: ReactNode; icon?: IconName; text: string; title: string }
  /** Rows are open tasks, so an empty list is a line. */
  isOfTasks?: boolean
}

/** One page of a list in any state. The previous page stays on screen while the next one loads. */
export function ListPanel<Row>({ empty, isOfTasks, list, ...table }: ListPanelProps<Row>) {
  const listPage = useStore(list.$listPage)
  const isRefreshing = useStore(list.$isRefreshing)
  const query = useStore(list.$query)
  if (listPage === 'loading') return <ListSkeleton />
  if (listPage === 'failed') return <ErrorState onRetry={list.retry} title={dashboardText.dashboardLoadFailed} />
  if (listPage.rows.length === 0 && isFiltered(query)) {
    return (
      <EmptyState
        action={
          <Button kind="secondary" onClick={list.reset}>
            {listsText.clearFilters}
          </Button>
        }
        icon="search"
        text={listsText.nothingFoundText}
        title={listsText.nothingFound}
      />
    )
  }
  if (listPage.rows.length === 0 && isOfTasks && query.page === 1)
    return <EmptyNotice title={empty.title}>{empty.text}</EmptyNotice>
  if (listPage.rows.length === 0) return <EmptyState {...empty} />
  return (
    <section aria-busy={isRefreshing} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <ListTable {...table} list={list} rows={listPage.rows} />
      <Pager hasMore={listPage.hasMore} list={list} />
    </section>
  )
}

/** Replaces a list of open tasks when there are none. */
export function EmptyNotice({ children, title }: { children: string; title: string }) {
  return (
    <div className="card flex items-center gap-3 px-5 py-4">
      <span className="text-accent-ink">
        <Icon name="check-circle" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="caption">{children}</p>
      </div>
    </div>
  )
}
