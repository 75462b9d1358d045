import type { ReactNode } from 'react'
import { Button } from '#islands/ui/button.tsx'
import { Bone } from '#islands/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#islands/ui/states.tsx'
import { useStore } from '#islands/ui/use-store.tsx'
import * as text from '#messages/portal.ts'
import type { Listing, Wish } from '#stores/admin/listing.ts'
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

function Pager<Row>({ has_more, listing }: { has_more: boolean; listing: Listing<Row> }) {
  const { page } = useStore(listing.$wish)
  if (page === 1 && !has_more) return null
  return (
    <nav aria-label={text.pageNumber(page)} className="flex items-center justify-between gap-3">
      <Button disabled={page === 1} kind="secondary" onClick={() => listing.turnTo(page - 1)} small>
        {text.previousPage}
      </Button>
      <span aria-live="polite" className="cap num">
        {text.pageNumber(page)}
      </span>
      <Button disabled={!has_more} kind="secondary" onClick={() => listing.turnTo(page + 1)} small>
        {text.nextPage}
      </Button>
    </nav>
  )
}

interface ListPanelProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** What there is to say and to do while the list is empty. */
  empty: { action?: ReactNode; text: string; title: string }
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
        text={text.nothingFoundText}
        title={text.nothingFound}
      />
    )
  }
  if (drawn.rows.length === 0) return <EmptyState action={empty.action ?? null} text={empty.text} title={empty.title} />
  return (
    <section aria-busy={refreshing} className="grid min-w-0 gap-3">
      <ListTable {...table} listing={listing} rows={drawn.rows} />
      <Pager has_more={drawn.has_more} listing={listing} />
    </section>
  )
}
