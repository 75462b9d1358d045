import { rupeesText } from '#domain/money.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Disclosure } from '#islands/ui/controls/disclosure.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as appShellText from '#messages/app-shell.ts'
import { $revenueChart, revenue } from '#stores/admin/overview/overview.ts'

/** The part of the chart's height for bars, in percent; the rest is for the amounts above them. */
const BARS_PERCENT = 84
const BAR_WIDTH = 0.56

/** In large type, there is room for the first letter only. */
function DayLabel({ name }: { name: string }) {
  return (
    <span className="min-w-0 flex-1 overflow-hidden">
      {name.slice(0, 1)}
      <span className="@max-[16rem]:hidden">{name.slice(1)}</span>
    </span>
  )
}

interface DayBarsProps {
  days: readonly { amount: number; day: string; label: string; percentOfBest: number }[]
  /** Of the chart, for screen readers. */
  label: string
  /** Few days have room for their amounts. */
  hasAmounts?: boolean
}

/** The money of each day. */
export function DayBars({ days, hasAmounts, label }: DayBarsProps) {
  const column = 100 / days.length
  return (
    <div className="@container">
      <svg aria-label={label} className="numeric h-32 w-full" role="img">
        {days.map(({ amount, day, percentOfBest }, index) => {
          if (amount === 0) return null
          const height = (percentOfBest * BARS_PERCENT) / 100
          return (
            <g key={day}>
              <rect
                className="fill-scoot-1"
                height={`${height}%`}
                rx="3"
                width={`${column * BAR_WIDTH}%`}
                x={`${column * (index + (1 - BAR_WIDTH) / 2)}%`}
                y={`${100 - height}%`}
              />
              {hasAmounts && (
                <text
                  className="numeric fill-ink-2 text-[.8125rem] max-md:hidden"
                  dy="-6"
                  textAnchor="middle"
                  x={`${column * (index + 0.5)}%`}
                  y={`${100 - height}%`}
                >
                  {rupeesText(amount)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <div aria-hidden="true" className="caption flex border-t border-line-strong pt-1 text-center">
        {days.map(({ day, label }) =>
          hasAmounts ? (
            <DayLabel key={day} name={label} />
          ) : (
            <span className="min-w-0 flex-1 whitespace-nowrap" key={day}>
              {label}
            </span>
          )
        )}
      </div>
    </div>
  )
}

const CELL = 'border-b border-line py-2 pl-3 text-end whitespace-nowrap'
const ROW = 'caption border-b border-line py-2 text-start whitespace-nowrap'

interface FigureTableProps {
  caption: string
  /** The first one is that of the rows' names. */
  headings: readonly string[]
  rows: readonly { cells: readonly string[]; key: string; name: string }[]
}

/** Figures in columns, scrolled sideways where they do not fit. */
export function FigureTable({ caption, headings: [first, ...headings], rows }: FigureTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="numeric w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th className={ROW} scope="col">
              {first}
            </th>
            {headings.map(heading => (
              <th className={`caption ${CELL}`} key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, key, name }) => (
            <tr key={key}>
              <th className={ROW} scope="row">
                {name}
              </th>
              {cells.map((cell, column) => (
                <td className={CELL} key={headings[column]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const { day, net, received, refunded, title } = dashboardText.revenue
const HEADINGS = [day, received, refunded, net]

function RevenueSum({ amount, label }: { amount: number; label: string }) {
  return (
    <p>
      <b className="numeric text-2xl font-bold tracking-tight">{rupeesText(amount)}</b>{' '}
      <span className="caption">{label}</span>
    </p>
  )
}

function RevenueContent() {
  const chart = useStore($revenueChart)
  if (chart === 'loading') return <SkeletonBlock className="h-60 rounded-slot" />
  if (chart === 'failed') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2" role="alert">
        <p>{dashboardText.revenue.loadFailed}</p>
        <Button kind="secondary" onClick={revenue.retry} isSmall>
          {appShellText.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <>
      <div className="flex flex-wrap gap-x-8">
        <RevenueSum amount={chart.today} label={dashboardText.revenue.receivedToday} />
        <RevenueSum amount={chart.total} label={dashboardText.revenue.receivedInAll} />
      </div>
      <DayBars days={chart.days} hasAmounts label={dashboardText.revenue.chart} />
      <Disclosure label={dashboardText.revenue.showTable}>
        {() => (
          <>
            <FigureTable caption={title} headings={HEADINGS} rows={chart.rows} />
            <p className="caption pt-2">{dashboardText.revenue.explanation}</p>
          </>
        )}
      </Disclosure>
    </>
  )
}

export function Revenue() {
  return (
    <section
      aria-busy={useStore($revenueChart) === 'loading'}
      className="card grid grid-cols-[minmax(0,1fr)] gap-2.5 p-5"
    >
      <h2>{title}</h2>
      <RevenueContent />
    </section>
  )
}
