import { EmptyNotice } from '#islands/admin/list/empty-notice.tsx'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/payments/disputes.ts'
import { decidedDisputes, openDisputes } from '#stores/admin/dashboard-lists.ts'
import { DECIDED_COLUMNS, OPEN_COLUMNS } from './dispute-columns.tsx'

const PROVIDER_DASHBOARD_URL = 'https://dashboard.razorpay.com/'

function ProviderGuide() {
  return (
    <div className="grid justify-items-start gap-1">
      <p className="muted max-w-[72ch]">{text.description}</p>
      <a
        className="link inline-flex min-h-11 items-center"
        href={PROVIDER_DASHBOARD_URL}
        rel="noreferrer"
        target="_blank"
      >
        {text.openProviderDashboard}
      </a>
    </div>
  )
}

/** Disputes that the bank has not decided. They are rare, so the list reserves little space. */
function OpenDisputes() {
  const listPage = useStore(openDisputes.$listPage)
  const { page } = useStore(openDisputes.$query)
  if (listPage === 'loading') return <SkeletonBlock className="h-[74px] rounded-card" />
  if (typeof listPage === 'object' && listPage.rows.length === 0 && page === 1)
    return <EmptyNotice title={text.noneOpen}>{text.noneOpenText}</EmptyNotice>
  return (
    <>
      <ProviderGuide />
      <ListPanel
        caption={text.title}
        columns={OPEN_COLUMNS}
        empty={{ text: text.noneOpenText, title: text.noneOpen }}
        getId={({ dispute_id }) => dispute_id}
        list={openDisputes}
        kind="wide"
      />
    </>
  )
}

/** Collapsed, because they need no action. Always rendered, so that the layout does not shift when they load. */
function DecidedDisputes() {
  return (
    <details className="group grid min-w-0 gap-3">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control font-semibold [&::-webkit-details-marker]:hidden">
        {text.decidedTitle}
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ListPanel
        caption={text.decidedTitle}
        columns={DECIDED_COLUMNS}
        empty={{ text: text.noneDecidedText, title: text.noneDecided }}
        getId={({ dispute_id }) => dispute_id}
        list={decidedDisputes}
        kind="wide"
      />
    </details>
  )
}

/** Disputed payments: open disputes by urgency, decided ones below. */
export function DisputesView() {
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{text.title}</h2>
      <OpenDisputes />
      <DecidedDisputes />
    </section>
  )
}
