import { rupeesText } from '#domain/money.ts'
import { weekdayShort } from '#domain/time/india-time.ts'
import { shortDayText } from '#domain/time/time-texts.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Disclosure } from '#islands/ui/controls/disclosure.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import { $revenueChart, revenue } from '#stores/admin/overview/overview.ts'

type Chart = Exclude<ReturnType<typeof $revenueChart.get>, string>

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

function RevenueBars({ days }: Pick<Chart, 'days'>) {
  const column = 100 / days.length
  return (
    <div className="@container">
      <svg aria-label={dashboardText.revenue.chart} className="numeric h-32 w-full" role="img">
        {days.map(({ day, received, percentOfBest }, index) => {
          if (received === 0) return null
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
              <text
                className="numeric fill-ink-2 text-[.8125rem] max-md:hidden"
                dy="-6"
                textAnchor="middle"
                x={`${column * (index + 0.5)}%`}
                y={`${100 - height}%`}
              >
                {rupeesText(received)}
              </text>
            </g>
          )
        })}
      </svg>
      <div aria-hidden="true" className="caption flex border-t border-line-strong pt-1 text-center">
        {days.map(({ day }, index) => (
          <DayLabel key={day} name={index === days.length - 1 ? commonText.today : weekdayShort(day)} />
        ))}
      </div>
    </div>
  )
}

const CELL = 'border-b border-line py-2 pl-3 text-end whitespace-nowrap'
const DAY = 'caption border-b border-line py-2 text-start whitespace-nowrap'
const HEADINGS = [dashboardText.revenue.received, dashboardText.revenue.refunded, dashboardText.revenue.net]

function RevenueTable({ days }: Pick<Chart, 'days'>) {
  return (
    <div className="overflow-x-auto">
      <table className="numeric w-full">
        <caption className="sr-only">{dashboardText.revenue.title}</caption>
        <thead>
          <tr>
            <th className={DAY} scope="col">
              {dashboardText.revenue.day}
            </th>
            {HEADINGS.map(heading => (
              <th className={`caption ${CELL}`} key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, net, received, refunded }) => (
            <tr key={day}>
              <th className={DAY} scope="row">
                {shortDayText(day)}
              </th>
              {[received, refunded, net].map((amount, column) => (
                <td className={CELL} key={HEADINGS[column]}>
                  {rupeesText(amount)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
      <RevenueBars days={chart.days} />
      <Disclosure label={dashboardText.revenue.showTable}>
        {() => (
          <>
            <RevenueTable days={chart.days} />
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
      <h2>{dashboardText.revenue.title}</h2>
      <RevenueContent />
    </section>
  )
}
