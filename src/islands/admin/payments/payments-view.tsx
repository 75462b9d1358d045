import type { Compensation, RefundForAdmin } from '#contract/payments/refunds.ts'
import { moneyText, rupeesText } from '#domain/money.ts'
import { REFUND_STATUSES } from '#domain/payments/statuses.ts'
import { RowButton } from '#islands/admin/list/cells.tsx'
import { type Column, EmptyNotice, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { NoteForm, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import {
  DisputeDialog,
  IdText,
  RefundBadge,
  RefundReasons,
  ride,
  rider
} from '#islands/admin/payments/payment-cells.tsx'
import { ErrorState } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import {
  cancelledBeforeTime,
  markPaidQuestion,
  compensations as owedText
} from '#messages/admin/payments/compensations.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import {
  markRefundedQuestion,
  refundBeforeTime,
  refundLabel,
  refundProgress,
  refundStatus,
  sendQuestion,
  refunds as text
} from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import {
  compensations,
  decidedDisputes,
  openDisputes,
  refundReviews,
  refunds
} from '#stores/admin/payments/payment-lists.ts'
import { closeRefundDialog, payDialog, sendRefundDialog } from '#stores/admin/payments/refunds.ts'
import { relativeRideText, relativeTimeText } from '#stores/admin/relative-times.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { DisputesView } from './disputes-view.tsx'

const amount: Column<RefundForAdmin> = {
  cell: ({ amount, currency }) => (
    <span className="numeric font-semibold whitespace-nowrap">{moneyText(amount, currency)}</span>
  ),
  heading: text.amount
}

const reasonColumn: Column<RefundForAdmin> = { cell: refund => <RefundReasons refund={refund} />, heading: text.reason }

const status: Column<RefundForAdmin> = {
  cell: refund => <RefundBadge {...refund} />,
  heading: text.status,
  layout: 'side'
}

const ids: Column<RefundForAdmin> = {
  cell: ({ created_at, payment_id, refund_id }, now) => (
    <span className="grid gap-1">
      <span className="caption numeric">
        <span className="stacked-only">{refundBeforeTime}</span>
        {relativeTimeText(created_at, now)}
      </span>
      <IdText id={payment_id} />
      {refund_id && <IdText id={refund_id} />}
    </span>
  ),
  heading: text.payment,
  sort: 'created_at'
}

const REFUND_COLUMNS: readonly Column<RefundForAdmin>[] = [rider, ride, amount, reasonColumn, status, ids]
/** Has no status column, because the list's heading already states the status. */
const REVIEW_COLUMNS: readonly Column<RefundForAdmin>[] = [
  rider,
  ride,
  { ...amount, layout: 'side' },
  reasonColumn,
  ids
]

const STATUSES = REFUND_STATUSES.map(status => ({ label: refundStatus(status), value: status }))

const LISTS = [openDisputes, decidedDisputes, refundReviews, compensations, refunds]

/** Refunds that need a decision by an admin. The provider does nothing more until then. */
function RefundReviews() {
  const listPage = useStore(refundReviews.$listPage)
  const { page } = useStore(refundReviews.$query)
  if (isLoaded(listPage) && listPage.rows.length === 0 && page === 1)
    return <EmptyNotice title={text.nothingToReview}>{text.nothingToReviewText}</EmptyNotice>
  return (
    <ListPanel
      actions={refund => (
        <div className="flex flex-wrap gap-2 max-md:*:flex-1 @min-[62rem]/wide-table:flex-col">
          <RowButton label={refundLabel(refund)} onClick={() => sendRefundDialog.open(refund)} row={refund.user_name} />
          <RowButton
            kind="secondary"
            label={text.markRefunded}
            onClick={() => closeRefundDialog.open(refund)}
            row={refund.user_name}
          />
        </div>
      )}
      caption={text.needsReview}
      columns={REVIEW_COLUMNS}
      empty={{ text: text.nothingToReviewText, title: text.nothingToReview }}
      getId={({ id }) => id}
      list={refundReviews}
      kind="wide"
    />
  )
}

const OWED_COLUMNS: readonly Column<Compensation>[] = [
  rider,
  ride,
  {
    cell: owed => <span className="numeric font-semibold whitespace-nowrap">{rupeesText(owed.amount)}</span>,
    heading: text.amount,
    layout: 'side'
  },
  {
    cell: (owed, now) => (
      <span className="caption numeric">
        <span className="stacked-only">{cancelledBeforeTime}</span>
        {relativeTimeText(owed.created_at, now)}
      </span>
    ),
    heading: owedText.cancelled,
    sort: 'created_at'
  }
]

/** What riders are owed for rides that were cancelled late. It is paid outside of the system. */
function Owed() {
  const listPage = useStore(compensations.$listPage)
  const { page } = useStore(compensations.$query)
  if (isLoaded(listPage) && listPage.rows.length === 0 && page === 1)
    return <EmptyNotice title={owedText.none}>{owedText.noneText}</EmptyNotice>
  return (
    <ListPanel
      actions={owed => (
        <RowButton label={owedText.markPaid} onClick={() => payDialog.open(owed)} row={owed.user_name} />
      )}
      caption={owedText.title}
      columns={OWED_COLUMNS}
      empty={{ text: owedText.noneText, title: owedText.none }}
      getId={({ id }) => id}
      list={compensations}
      kind="wide"
    />
  )
}

/** Shows one error if all lists have failed. */
function PaymentsNotLoaded() {
  function retry() {
    for (const list of LISTS) list.retry()
  }
  return <ErrorState onRetry={retry} title={dashboard.dashboardLoadFailed} />
}

export function PaymentsView() {
  const pages = [useStore(openDisputes.$listPage), useStore(refundReviews.$listPage), useStore(refunds.$listPage)]
  if (pages.every(list => list === 'failed')) return <PaymentsNotLoaded />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DisputesView />
      <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{text.needsReview}</h2>
        <RefundReviews />
      </section>
      <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{owedText.title}</h2>
        <Owed />
      </section>
      <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{text.all}</h2>
        <ListToolbar
          filters={[{ allLabel: lists.allStatuses, label: text.status, name: 'status', options: STATUSES }]}
          list={refunds}
          sorts={text.sorts}
        />
        <ListPanel
          caption={text.all}
          columns={REFUND_COLUMNS}
          empty={{ icon: 'refresh', text: text.emptyText, title: text.empty }}
          getId={({ id }) => id}
          list={refunds}
          kind="wide"
        />
      </section>
      <SendRefundDialog />
      <CloseRefundDialog />
      <PayDialog />
      <DisputedRefundDialogs />
    </div>
  )
}

function RideSummary({ ride }: { ride: Compensation | RefundForAdmin }) {
  const now = useRenderTime()
  return (
    <>
      <p className="font-semibold wrap-anywhere">{lists.scooterAt(ride.scooter_name, ride.property_name)}</p>
      <p className="numeric">{relativeRideText(ride, now)}</p>
    </>
  )
}

function PayDialog() {
  const owed = useStore(payDialog.$row)
  return (
    <RowQuestion
      busyLabel={labels.saving}
      cancelLabel={labels.cancel}
      confirmLabel={owedText.markPaid}
      dialog={payDialog}
      title={owed ? markPaidQuestion(owed) : ''}
    >
      {owed && <RideSummary ride={owed} />}
      <NoteForm dialog={payDialog} hint={owedText.noteHint} label={owedText.note} />
    </RowQuestion>
  )
}

function RefundSummary({ refund }: { refund: RefundForAdmin }) {
  return (
    <>
      <RideSummary ride={refund} />
      <div className="muted wrap-anywhere">
        <RefundReasons refund={refund} />
      </div>
    </>
  )
}

function CloseRefundDialog() {
  const refund = useStore(closeRefundDialog.$row)
  return (
    <RowQuestion
      busyLabel={labels.saving}
      cancelLabel={labels.cancel}
      confirmLabel={text.markRefunded}
      dialog={closeRefundDialog}
      title={refund ? markRefundedQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.markRefundedText}</p>
      <NoteForm dialog={closeRefundDialog} hint={text.noteHint} label={text.note} />
    </RowQuestion>
  )
}

function SendRefundDialog() {
  const refund = useStore(sendRefundDialog.$row)
  return (
    <RowQuestion
      busyLabel={refundProgress.sending}
      cancelLabel={labels.cancel}
      confirmLabel={refund ? refundLabel(refund) : ''}
      dialog={sendRefundDialog}
      title={refund ? sendQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.sendText}</p>
    </RowQuestion>
  )
}

/** The second confirmations of both dialogs, for a disputed payment. */
function DisputedRefundDialogs() {
  return (
    <>
      <DisputeDialog
        confirmLabel={disputes.sendAction}
        confirmation={sendRefundDialog}
        busyLabel={refundProgress.sending}
        consequence={disputes.consequence}
        title={disputes.refundDisputedQuestion}
      />
      <DisputeDialog
        confirmLabel={text.markRefunded}
        confirmation={closeRefundDialog}
        busyLabel={labels.saving}
        consequence={disputes.markRefundedConsequence}
        title={disputes.markDisputedQuestion}
      />
    </>
  )
}
