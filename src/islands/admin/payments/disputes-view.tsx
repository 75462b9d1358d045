import type { Dispute } from '#contract/payments/refunds.ts'
import { type Column, EmptyNotice, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { DisputeBadge, DisputeProgress, IdText, ride, rider } from '#islands/admin/payments/payment-cells.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { decidedDisputes, openDisputes } from '#stores/admin/payments/refunds.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'
import { isLoaded } from '#stores/kit/requests.ts'

const disputedAmount: Column<Dispute> = {
  cell: dispute => (
    <span className="grid gap-0.5 wrap-anywhere lg:min-w-24">
      <span className="numeric font-semibold">{disputesText.amountText(dispute)}</span>
      <span>{disputesText.phaseText(dispute.phase)}</span>
      {dispute.reason && <span className="caption">{disputesText.reasonText(dispute.reason)}</span>}
    </span>
  ),
  heading: disputesText.disputedHeading
}

const status: Column<Dispute> = {
  cell: dispute => <DisputeBadge status={dispute.status} />,
  heading: refundsText.list.status,
  layout: 'side'
}

const ids: Column<Dispute> = {
  cell: ({ created_at, dispute_id, payment_id }, now) => (
    <span className="grid gap-1">
      <span className="caption numeric">
        <span className="stacked-only">{disputesText.disputeBeforeTime}</span>
        {relativeTimeText(created_at, now)}
      </span>
      <IdText id={dispute_id} />
      <IdText id={payment_id} />
    </span>
  ),
  heading: disputesText.disputeHeading,
  sort: 'created_at'
}

/** The heading and the sort are those of its progress: the deadline, or the outcome. */
const columnsWith = (heading: string, sort: string): readonly Column<Dispute>[] => [
  rider,
  ride,
  disputedAmount,
  { cell: (dispute, now) => <DisputeProgress dispute={dispute} now={now} />, heading, sort },
  status,
  ids
]

const OPEN_COLUMNS = columnsWith(disputesText.deadlineHeading, 'respond_by')
const DECIDED_COLUMNS = columnsWith(disputesText.outcomeHeading, 'told_at')

const PROVIDER_DASHBOARD_URL = 'https://dashboard.razorpay.com/'

function ProviderGuide() {
  return (
    <div className="grid justify-items-start gap-1">
      <p className="muted max-w-[72ch]">{disputesText.disputesDescription}</p>
      <a
        className="link inline-flex min-h-11 items-center"
        href={PROVIDER_DASHBOARD_URL}
        rel="noreferrer"
        target="_blank"
      >
        {disputesText.openProviderDashboard}
      </a>
    </div>
  )
}

/** Disputes that the bank has not decided. They are rare, so the list reserves little space. */
export function OpenDisputes() {
  const listPage = useStore(openDisputes.$listPage)
  const { page } = useStore(openDisputes.$query)
  if (listPage === 'loading') return <SkeletonBlock className="h-[74px] rounded-card" />
  if (isLoaded(listPage) && listPage.rows.length === 0 && page === 1)
    return <EmptyNotice title={disputesText.noneOpen}>{disputesText.noneOpenText}</EmptyNotice>
  return (
    <>
      <ProviderGuide />
      <ListPanel
        caption={disputesText.disputesTitle}
        columns={OPEN_COLUMNS}
        empty={{ text: disputesText.noneOpenText, title: disputesText.noneOpen }}
        getId={({ dispute_id }) => dispute_id}
        list={openDisputes}
        kind="wide"
      />
    </>
  )
}

/** Collapsed, because they need no action. Always rendered, so that the layout does not shift when they load. */
export function DecidedDisputes() {
  return (
    <details className="group grid min-w-0 gap-3">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control font-semibold [&::-webkit-details-marker]:hidden">
        {disputesText.decidedTitle}
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ListPanel
        caption={disputesText.decidedTitle}
        columns={DECIDED_COLUMNS}
        empty={{ text: disputesText.noneDecidedText, title: disputesText.noneDecided }}
        getId={({ dispute_id }) => dispute_id}
        list={decidedDisputes}
        kind="wide"
      />
    </details>
  )
}
