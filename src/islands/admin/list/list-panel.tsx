import type { ReactNode } from 'react'
import type { IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Bone } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/portal.ts'
import type { Listing, Wish } from '#stores/admin/kit/create-list.ts'
import { type Column, ListTable } from './list-table.tsx'

const BONES = ['one', 'two', 'three', 'four', 'five', 'six']

function Skeleton() {
  return (
    <div className="card divide-y divide-line">
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      {BONES.map(bone => (
        <div className="flex h-[61px] items-center gap-3 px-5" key={bone}>
          <Bone className="h-10 w-13 rounded-slot" />
          <Bone className="h-4 w-2/5 rounded" />
          <Bone className="ml-auto h-6 w-20 rounded" />
        </div>
      ))}
    </div>
  )
}

const isNarrowed = ({ filters, q }: Wish) => q.trim() !== '' || Object.values(filters).some(wanted => wanted !== '')

interface TurnProps<Row> {
  children: ReactNode
  listing: Listing<Row>
  possible: boolean
  to: number
}

/** At the first and the last page it stays where it is, and keeps the focus that turned to it. */
function Turn<Row>({ children, listing, possible, to }: TurnProps<Row>) {
  return (
    <Button
      aria-disabled={!possible || undefined}
      kind="secondary"
      onClick={() => possible && listing.turnTo(to)}
      small
    >
      {children}
    </Button>
  )
}

function Pager<Row>({ has_more, listing }: { has_more: boolean; listing: Listing<Row> }) {
  const { page } = useStore(listing.$wish)
  if (page === 1 && !has_more) return null
  return (
    <nav aria-label={text.pageNumber(page)} className="flex items-center justify-between gap-3">
      <Turn listing={listing} possible={page > 1} to={page - 1}>
        {text.previousPage}
      </Turn>
      <span aria-live="polite" className="cap num">
        {text.pageNumber(page)}
      </span>
      <Turn listing={listing} possible={has_more} to={page + 1}>
        {text.nextPage}
      </Turn>
    </nav>
  )
}

interface ListPanelProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** What there is to say and to do while the list is empty. */
  empty: { icon?: IconName; text: string; title: string }
  idOf: (row: Row) => string
  listing: Listing<Row>
  actions?: (row: Row) => ReactNode
  current?: string | null
  wordy?: boolean
}

/** A page of a list in whatever state it is; what is on screen stays while the next answer is on its way. */
export function ListPanel<Row>({ empty, listing, ...table }: ListPanelProps<Row>) {
  const drawn = useStore(listing.$drawn)
  const refreshing = useStore(listing.$refreshing)
  const wish = useStore(listing.$wish)
  if (drawn === 'loading') return <Skeleton />
  if (drawn === 'failed') return <ErrorState retry={listing.retry} title={text.dashboardLoadFailed} />
  if (drawn.rows.length === 0 && (isNarrowed(wish) || wish.page > 1)) {
    return (
      <EmptyState
        action={
          <Button kind="secondary" onClick={listing.clear}>
            {text.clearSearch}
          </Button>
        }
        icon="search"
        text={text.nothingFoundText}
        title={text.nothingFound}
      />
    )
  }
  if (drawn.rows.length === 0) return <EmptyState {...empty} action={null} />
  return (
    <section aria-busy={refreshing} className="grid min-w-0 gap-3">
      <ListTable {...table} listing={listing} rows={drawn.rows} />
      <Pager has_more={drawn.has_more} listing={listing} />
    </section>
  )
}
