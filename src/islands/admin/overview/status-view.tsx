import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import * as commonText from '#messages/common.ts'
import {
  $statusReport,
  type StatusReportData as Report,
  refreshStatus,
  type StatusFact,
  systemStatus
} from '#stores/admin/overview/status.ts'
import { isLoaded } from '#stores/kit/requests.ts'

type StatusProblem = Report['problems'][number]

const GREEN = 'text-green-fg'
const RED = 'bg-red-bg text-red-fg'
const YELLOW = 'bg-yellow-bg text-yellow-fg'

function Headline({ headline, headlineText, isForRiders, problems }: Report) {
  const isFine = problems.length === 0 && isForRiders
  const attention = problems.some(({ isUrgent }) => isUrgent) ? RED : YELLOW
  return (
    <div className="card flex flex-wrap items-center gap-4 p-5">
      <span
        className={`grid size-12 flex-none place-items-center rounded-full ${isFine ? 'bg-green-bg text-green-fg' : attention}`}
      >
        <Icon name={isFine ? 'check-circle' : 'warning'} size="l" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="h2 wrap-anywhere">{headline}</h3>
        <p className="muted">{headlineText}</p>
      </div>
    </div>
  )
}

function ProblemRow({ isUrgent, remedy, sentence, toDo }: StatusProblem) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="grid min-w-0 max-w-[80ch] gap-1.5 text-pretty wrap-anywhere">
        <p>
          <span className={`badge ${isUrgent ? RED : YELLOW}`}>
            <Icon name={isUrgent ? 'warning' : 'info'} size="s" />
            {isUrgent ? systemStatusText.urgent : listsText.needsAttention}
          </span>
        </p>
        <p className="font-semibold">{sentence}</p>
        <p className="muted">{toDo}</p>
      </div>
      {remedy && (
        <Button kind="secondary" onClick={remedy.open} isSmall>
          {remedy.label}
        </Button>
      )}
    </li>
  )
}

function ProblemList({ problems }: { problems: readonly StatusProblem[] }) {
  if (problems.length === 0) return null
  return (
    <section className="card">
      <h3 className="px-5 pt-5">{systemStatusText.problemsTitle}</h3>
      <ul className="divide-y divide-line">
        {problems.map(problem => (
          <ProblemRow key={problem.check} {...problem} />
        ))}
      </ul>
    </section>
  )
}

function FactList({ list }: { list: readonly StatusFact[] }) {
  return (
    <ul className="grid gap-2.5">
      {list.map(({ isOn, sentence }) => (
        <li className="flex items-start gap-2.5" key={sentence}>
          <span className={`mt-0.5 ${isOn ? GREEN : 'text-ink-2'}`}>
            <Icon name={isOn ? 'check-circle' : 'info'} />
          </span>
          <p className="min-w-0 text-pretty wrap-anywhere">{sentence}</p>
        </li>
      ))}
    </ul>
  )
}

const SECTION = 'card grid content-start gap-3 p-5 lg:only:col-span-2'

function StatusReport({ report }: { report: Report }) {
  const { problems, setup, version, works } = report
  return (
    <>
      <Headline {...report} />
      <ProblemList problems={problems} />
      <div className="grid gap-5 lg:grid-cols-2">
        {works.length > 0 && (
          <section className={SECTION}>
            <h3>{systemStatusText.worksTitle}</h3>
            <FactList list={works} />
          </section>
        )}
        <section className={SECTION}>
          <h3>{systemStatusText.setupTitle}</h3>
          <FactList list={setup} />
          <p className="caption wrap-anywhere">{`${systemStatusText.setupHint} ${version}`}</p>
        </section>
      </div>
    </>
  )
}

function RefreshButton() {
  return (
    <Button
      isBusy={useStore(systemStatus.$isRefreshing)}
      busyLabel={commonText.refreshing}
      kind="secondary"
      onClick={refreshStatus}
      isSmall
    >
      <Icon name="refresh" />
      {commonText.refresh}
    </Button>
  )
}

/** The health report answers when no other call does. */
function StatusNotLoaded() {
  return (
    <>
      <ErrorState
        onRetry={systemStatus.retry}
        text={systemStatusText.loadFailedText}
        title={systemStatusText.loadFailed}
      />
      <p className="text-center">
        <LinkButton href="/api/health" kind="ghost">
          {systemStatusText.openHealth}
        </LinkButton>
      </p>
    </>
  )
}

export function StatusView() {
  const report = useStore($statusReport)
  return (
    <section aria-busy={report === 'loading'} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:-mb-3">
        <div>
          <h2 className="view-title">{dashboardText.views.status}</h2>
          <p className="caption numeric min-h-5" role="status">
            {isLoaded(report) && report.checkedAt}
          </p>
        </div>
        {report !== 'failed' && <RefreshButton />}
      </div>
      {report === 'loading' && (
        <Loading label={systemStatusText.loading}>
          <SkeletonBlock className="h-24 rounded-card" />
          <SkeletonBlock className="h-72 rounded-card" />
        </Loading>
      )}
      {report === 'failed' && <StatusNotLoaded />}
      {isLoaded(report) && <StatusReport report={report} />}
    </section>
  )
}

export const StatusPage = dashboardWith('status', StatusView)
