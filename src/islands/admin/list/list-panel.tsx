import type { ReactNode } from 'react'
import { type Column, ListTable, type TableKind } from '#islands/admin/list/list-table.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Loading, SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'

const SKELETON_KEYS = ['one', 'two', 'three', 'four', 'five', 'six']

function ListSkeleton() {
  return (
    <div className="card divide-y divide-line">
      <Loading label={text.loading}>
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
    <nav aria-label={lists.pageNumber(page)} className="flex flex-wrap items-center justify-between gap-3">
      <PageButton list={list} isEnabled={page > 1} page={page - 1}>
        {lists.previousPage}
      </PageButton>
      <span aria-live="polite" className="caption numeric">
        {lists.pageNumber(page)}
      </span>
      <PageButton list={list} isEnabled={hasMore} page={page + 1}>
        {lists.nextPage}
      </PageButton>
    </nav>
  )
}

interface ListPanelProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** The texts and icon of the empty list. */
  empty: { icon?: IconName; text: string; title: string }
  getId: (row: Row) => string
  list: ListStore<Row>
  actions?: (row: Row) => ReactNode
  currentId?: string | null
  kind?: TableKind
}

/** One page of a list in any state. The previous page stays on screen while the next one loads. */
export function ListPanel<Row>({ empty, list, ...table }: ListPanelProps<Row>) {
  const listPage = useStore(list.$listPage)
  const isRefreshing = useStore(list.$isRefreshing)
  const query = useStore(list.$query)
  if (listPage === 'loading') return <ListSkeleton />
  if (listPage === 'failed') return <ErrorState onRetry={list.retry} title={text.dashboardLoadFailed} />
  if (listPage.rows.length === 0 && isFiltered(query)) {
    return (
      <EmptyState
        action={
          <Button kind="secondary" onClick={list.reset}>
            {lists.clearFilters}
          </Button>
        }
        icon="search"
        text={lists.nothingFoundText}
        title={lists.nothingFound}
      />
    )
  }
  if (listPage.rows.length === 0) return <EmptyState {...empty} action={null} />
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
