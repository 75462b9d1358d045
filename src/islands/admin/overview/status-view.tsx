import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Loading, SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'

import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { status as title } from '#messages/admin/overview.ts'
import * as text from '#messages/admin/status.ts'
import * as labels from '#messages/labels.ts'
import { systemStatus } from '#stores/admin/dashboard-lists.ts'
import { $statusReport, refreshStatus } from '#stores/admin/overview/status.ts'
import { BackToOverview } from './back-to-overview.tsx'
import { StatusReport } from './status-report.tsx'

function RefreshButton() {
  return (
    <Button
      isBusy={useStore(systemStatus.$isRefreshing)}
      busyLabel={labels.refreshing}
      kind="secondary"
      onClick={refreshStatus}
      isSmall
    >
      <Icon name="refresh" />
      {labels.refresh}
    </Button>
  )
}

function StatusSkeleton() {
  return (
    <Loading label={text.loading}>
      <SkeletonBlock className="h-24 rounded-card" />
      <SkeletonBlock className="h-72 rounded-card" />
    </Loading>
  )
}

/** The health report answers when no other call does. */
function StatusNotLoaded() {
  return (
    <>
      <ErrorState onRetry={systemStatus.retry} text={text.loadFailedText} title={text.loadFailed} />
      <p className="text-center">
        <LinkButton href="/api/health" kind="ghost">
          {text.openHealth}
        </LinkButton>
      </p>
    </>
  )
}

/** What the installation knows of itself, and what to do. */
export function StatusView() {
  const report = useStore($statusReport)
  return (
    <section aria-busy={report === 'loading'} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2>{title}</h2>
          <p className="caption numeric min-h-5" role="status">
            {typeof report === 'object' && report.checkedAt}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {report !== 'failed' && <RefreshButton />}
          <BackToOverview />
        </div>
      </div>
      {report === 'loading' && <StatusSkeleton />}
      {report === 'failed' && <StatusNotLoaded />}
      {typeof report === 'object' && <StatusReport report={report} />}
    </section>
  )
}
