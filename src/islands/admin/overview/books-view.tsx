import { lazyPart } from '#client/device/lazy-part.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Options, Select } from '#islands/ui/controls/field.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as booksText from '#messages/admin/books.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import {
  $books,
  $isDownloading,
  books,
  bookYears,
  chooseBookYear,
  currentBookYear,
  downloadGst,
  downloadReceipts,
  type ShownMonth
} from '#stores/admin/overview/books.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'
import { isLoaded } from '#stores/kit/requests.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./month-panel.tsx')))

function Month({ month: { closed, figures, gst, month, title } }: { month: ShownMonth }) {
  const isDownloading = useStore($isDownloading)
  const open = useOpen(dialogs)
  return (
    <li className="card grid gap-4 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3>{title}</h3>
        {closed && <p className="caption numeric">{closed}</p>}
      </div>
      <dl className="numeric grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-6 gap-y-3">
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt className="caption">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{amount}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button {...open(month, ({ actions }) => actions.openMonth(month))} isSmall kind="secondary">
          {booksText.openMonth}
        </Button>
        <Button disabled={isDownloading} isSmall kind="secondary" onClick={() => void downloadReceipts(month)}>
          {booksText.downloadReceipts}
        </Button>
        {gst.map(({ gstin, label }) => (
          <Button
            disabled={isDownloading}
            isSmall
            key={gstin}
            kind="secondary"
            onClick={() => void downloadGst(month, gstin)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}

function YearSelect() {
  const { filters } = useStore(books.$query)
  return (
    <Select
      aria-label={booksText.yearLabel}
      isSmall
      onChange={chooseBookYear}
      value={filters.year ?? String(currentBookYear())}
    >
      <Options of={bookYears().map(year => [String(year), booksText.yearText(year)])} />
    </Select>
  )
}

/** What was received, given back and taxed, by month. */
export function BooksView() {
  const shown = useStore($books)
  return (
    <section aria-busy={shown === 'loading'} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="view-title min-w-0">{dashboardText.views.books}</h2>
        <div className="min-w-0">
          <YearSelect />
        </div>
      </div>
      {shown === 'loading' && <Loading label={booksText.loading} skeleton="h-48 rounded-card" />}
      {shown === 'failed' && <ErrorState onRetry={books.retry} title={booksText.loadFailed} />}
      {isLoaded(shown) && (
        <>
          {shown.notes.map(note => (
            <p className="font-semibold" key={note}>
              {note}
            </p>
          ))}
          {shown.months.length === 0 ? (
            <p className="card muted p-5">{booksText.nothing}</p>
          ) : (
            <>
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {shown.months.map(month => (
                  <Month key={month.month} month={month} />
                ))}
              </ul>
              <p className="caption">
                {booksText.description} {booksText.withoutReceiptHint}
              </p>
            </>
          )}
        </>
      )}
      <LoadedDialogs dialogs={dialogs} />
    </section>
  )
}

export const BooksPage = dashboardWith('books', BooksView)
