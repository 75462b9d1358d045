import { monthText } from '#domain/time/india-time.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { DayBars, FigureTable } from '#islands/admin/overview/revenue.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Options, Select } from '#islands/ui/controls/field.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reportsText from '#messages/admin/reports.ts'
import * as commonText from '#messages/common.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import {
  $report,
  $shownTable,
  currentMonth,
  downloadTable,
  type ReportTable,
  report,
  reportMonths,
  type ShownReport,
  showTable
} from '#stores/admin/overview/report.ts'
import { isLoaded } from '#stores/kit/requests.ts'

function Selects() {
  const { filters } = useStore(report.$query)
  const properties = useStore($propertyNames)
  return (
    <div className="flex min-w-0 flex-wrap gap-1.5 max-md:flex-1 md:gap-2">
      <div className="min-w-0 grow basis-44">
        <Select
          aria-label={reportsText.monthLabel}
          isSmall
          onChange={month => report.setFilter('month', month)}
          value={filters.month || currentMonth()}
        >
          <Options of={reportMonths().map(month => [month, monthText(`${month}-01`)])} />
        </Select>
      </div>
      {properties.length > 1 && (
        <div className="min-w-0 grow basis-34 md:max-w-64 md:basis-40">
          <Select
            aria-label={commonText.property}
            isSmall
            onChange={id => report.setFilter('property_id', id)}
            value={filters.property_id ?? ''}
          >
            <option value="">{listsText.allProperties}</option>
            <Options of={properties.map(({ id, name }) => [id, name])} />
          </Select>
        </div>
      )}
    </div>
  )
}

function Figures({ figures }: Pick<ShownReport, 'figures'>) {
  return (
    <dl className="card numeric grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-6 gap-y-3 p-5">
      {figures.map(({ before, label, value }) => (
        <div key={label}>
          <dt className="caption">{label}</dt>
          <dd className="text-2xl font-bold tracking-tight wrap-anywhere">{value}</dd>
          <dd className="caption wrap-anywhere">{before}</dd>
        </div>
      ))}
    </dl>
  )
}

const TABLES: readonly ReportTable[] = ['scooters', 'plans']

/** One table at a time, which 'Download' writes. */
function Tables({ shown }: { shown: ShownReport }) {
  const name = useStore($shownTable)
  const { headings, rows } = shown.tables[name]
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-2.5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the buttons */}
        <div aria-label={reportsText.chooseTable} className="views" role="group">
          {TABLES.map(table => (
            <button aria-pressed={table === name} key={table} onClick={() => showTable(table)} type="button">
              {reportsText.tables[table]}
            </button>
          ))}
        </div>
        <Button isSmall kind="secondary" onClick={() => downloadTable(shown)}>
          {reportsText.download}
        </Button>
      </div>
      <FigureTable
        caption={reportsText.tables[name]}
        headings={[reportsText.ofTable[name], ...headings]}
        rows={rows.map(row => ({ ...row, cells: row.cells.map(({ text }) => text) }))}
      />
      {name === 'scooters' && <p className="caption">{reportsText.usedHint}</p>}
    </section>
  )
}

function Content({ shown }: { shown: ShownReport }) {
  if (shown.isEmpty) return <p className="card muted p-5">{reportsText.empty}</p>
  return (
    <>
      <Figures figures={shown.figures} />
      <section className="card grid grid-cols-[minmax(0,1fr)] gap-2.5 p-5">
        <h3>{reportsText.byDay}</h3>
        <DayBars days={shown.days} label={reportsText.chart} />
      </section>
      <Tables shown={shown} />
      <p className="caption">{reportsText.explanation}</p>
    </>
  )
}

/** What the rides of a month were worth. */
export function ReportsView() {
  const shown = useStore($report)
  const isRefreshing = useStore(report.$isRefreshing)
  return (
    <section aria-busy={isRefreshing} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="view-title">{dashboardText.views.reports}</h2>
        <Selects />
      </div>
      {shown === 'loading' && <Loading label={reportsText.loading} skeleton="h-48 rounded-card" />}
      {shown === 'failed' && <ErrorState onRetry={report.retry} title={dashboardText.dashboardLoadFailed} />}
      {isLoaded(shown) && <Content shown={shown} />}
    </section>
  )
}

export const ReportsPage = dashboardWith('reports', ReportsView)
