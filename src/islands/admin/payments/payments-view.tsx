import type { ReactNode } from 'react'
import type { Compensation, RefundForAdmin } from '#contract/payments/refunds.ts'
import { moneyText, rupeesText } from '#domain/money.ts'
import { REFUND_STATUSES } from '#domain/payments.ts'
import { DeskRefundQuestion } from '#islands/admin/bookings/desk-refund.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { RowButton } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { NoteForm, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import {
  BankReference,
  DisputeDialog,
  IdText,
  RefundBadge,
  RefundReasons,
  ride,
  rider
} from '#islands/admin/payments/payment-cells.tsx'
import { ErrorState } from '#islands/ui/feedback/states.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as commonText from '#messages/common.ts'
import { deskRefundDialog, deskRefundOf } from '#stores/admin/payments/booking-payments.ts'
import {
  closeRefundDialog,
  compensations,
  decidedDisputes,
  openDisputes,
  payDialog,
  refundReviews,
  refunds,
  sendRefundDialog
} from '#stores/admin/payments/refunds.ts'
import { relativeRideText, relativeTimeText } from '#stores/admin/relative-times.ts'
import { DecidedDisputes, OpenDisputes } from './disputes-view.tsx'

const amount: Column<RefundForAdmin> = {
  cell: ({ amount, currency }) => (
    <span className="numeric font-semibold whitespace-nowrap">{moneyText(amount, currency)}</span>
  ),
  heading: refundsText.list.amount
}

const reasonColumn: Column<RefundForAdmin> = {
  cell: refund => <RefundReasons refund={refund} />,
  heading: refundsText.list.reason
}

const status: Column<RefundForAdmin> = {
  cell: refund => <RefundBadge {...refund} />,
  heading: refundsText.list.status,
  layout: 'side'
}

const ids: Column<RefundForAdmin> = {
  cell: ({ bank_reference, created_at, payment_id, refund_id }, now) => (
    <span className="grid gap-1">
      <span className="caption numeric">
        <span className="stacked-only">{refundsText.refundBeforeTime}</span>
        {relativeTimeText(created_at, now)}
      </span>
      <IdText id={payment_id} />
      {refund_id && <IdText id={refund_id} />}
      {bank_reference && <BankReference reference={bank_reference} />}
    </span>
  ),
  heading: refundsText.list.payment,
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

const STATUSES = REFUND_STATUSES.map(status => [status, refundsText.refundStatus(status)] as const)

const LISTS = [openDisputes, decidedDisputes, refundReviews, compensations, refunds]

function ReviewActions({ refund }: { refund: RefundForAdmin }) {
  const due = deskRefundOf(refund)
  if (due)
    return (
      <RowButton
        kind="secondary"
        label={deskText.paidBack(due.pay)}
        onClick={() => deskRefundDialog.open(due)}
        row={refund.user_name}
      />
    )
  return (
    <div className="flex flex-wrap gap-2 max-md:*:flex-1 @min-[62rem]/wide-table:flex-col">
      <RowButton
        label={refundsText.refundLabel(refund)}
        onClick={() => sendRefundDialog.open(refund)}
        row={refund.user_name}
      />
      <RowButton
        kind="secondary"
        label={refundsText.list.markRefunded}
        onClick={() => closeRefundDialog.open(refund)}
        row={refund.user_name}
      />
    </div>
  )
}

/** Refunds that need a decision by an admin. The provider does nothing more until then. */
function RefundReviews() {
  return (
    <ListPanel
      isOfTasks
      actions={refund => <ReviewActions refund={refund} />}
      caption={refundsText.list.needsReview}
      columns={REVIEW_COLUMNS}
      empty={{ text: refundsText.list.nothingToReviewText, title: refundsText.list.nothingToReview }}
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
    heading: refundsText.list.amount,
    layout: 'side'
  },
  {
    cell: (owed, now) => (
      <span className="caption numeric">
        <span className="stacked-only">{refundsText.cancelledBeforeTime}</span>
        {relativeTimeText(owed.created_at, now)}
      </span>
    ),
    heading: refundsText.compensations.cancelled,
    sort: 'created_at'
  }
]

/** What riders are owed for rides that were cancelled late. It is paid outside of the system. */
function Owed() {
  return (
    <ListPanel
      isOfTasks
      actions={owed => (
        <RowButton
          label={refundsText.compensations.markPaid}
          onClick={() => payDialog.open(owed)}
          row={owed.user_name}
        />
      )}
      caption={refundsText.compensations.title}
      columns={OWED_COLUMNS}
      empty={{ text: refundsText.compensations.noneText, title: refundsText.compensations.none }}
      getId={({ id }) => id}
      list={compensations}
      kind="wide"
    />
  )
}

function retryAll(): void {
  for (const list of LISTS) list.retry()
}

function Section({ children, title }: { children: ReactNode; title: string }) {
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Shows one error if all lists have failed. */
export function PaymentsView() {
  const pages = [useStore(openDisputes.$listPage), useStore(refundReviews.$listPage), useStore(refunds.$listPage)]
  if (pages.every(list => list === 'failed'))
    return <ErrorState onRetry={retryAll} title={dashboardText.dashboardLoadFailed} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Section title={disputesText.disputesTitle}>
        <OpenDisputes />
        <DecidedDisputes />
      </Section>
      <Section title={refundsText.list.needsReview}>
        <RefundReviews />
      </Section>
      <Section title={refundsText.compensations.title}>
        <Owed />
      </Section>
      <Section title={refundsText.list.all}>
        <ListToolbar
          filters={[
            { allLabel: listsText.allStatuses, label: refundsText.list.status, name: 'status', options: STATUSES }
          ]}
          list={refunds}
          sorts={refundsText.list.sorts}
        />
        <ListPanel
          caption={refundsText.list.all}
          columns={REFUND_COLUMNS}
          empty={{ icon: 'refresh', text: refundsText.list.emptyText, title: refundsText.list.empty }}
          getId={({ id }) => id}
          list={refunds}
          kind="wide"
        />
      </Section>
      <SendRefundDialog />
      <CloseRefundDialog />
      <PayDialog />
      <DisputedRefundDialogs />
      <DeskRefundQuestion />
    </div>
  )
}

function RideSummary({ ride }: { ride: Compensation | RefundForAdmin }) {
  const now = useRenderTime()
  return (
    <>
      <p className="font-semibold wrap-anywhere">{listsText.scooterAt(ride.scooter_name, ride.property_name)}</p>
      <p className="numeric">{relativeRideText(ride, now)}</p>
    </>
  )
}

function PayDialog() {
  return (
    <RowQuestion
      confirmLabel={refundsText.compensations.markPaid}
      dialog={payDialog}
      title={refundsText.markPaidQuestion}
    >
      {owed => (
        <>
          <RideSummary ride={owed} />
          <NoteForm
            dialog={payDialog}
            hint={refundsText.compensations.noteHint}
            label={refundsText.compensations.note}
          />
        </>
      )}
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
  return (
    <RowQuestion
      confirmLabel={refundsText.list.markRefunded}
      dialog={closeRefundDialog}
      title={refundsText.markRefundedQuestion}
    >
      {refund => (
        <>
          <RefundSummary refund={refund} />
          <p>{refundsText.list.markRefundedText}</p>
          <NoteForm dialog={closeRefundDialog} hint={refundsText.list.noteHint} label={refundsText.list.note} />
        </>
      )}
    </RowQuestion>
  )
}

function SendRefundDialog() {
  return (
    <RowQuestion
      busyLabel={refundsText.refundProgress.sending}
      confirmLabel={refundsText.refundLabel}
      dialog={sendRefundDialog}
      title={refundsText.sendQuestion}
    >
      {refund => (
        <>
          <RefundSummary refund={refund} />
          <p>{refundsText.list.sendText}</p>
        </>
      )}
    </RowQuestion>
  )
}

/** The second confirmations of both dialogs, for a disputed payment. */
function DisputedRefundDialogs() {
  return (
    <>
      <DisputeDialog
        confirmLabel={disputesText.sendAction}
        confirmation={sendRefundDialog}
        busyLabel={refundsText.refundProgress.sending}
        consequence={disputesText.refundConsequence}
        title={disputesText.refundDisputedQuestion}
      />
      <DisputeDialog
        confirmLabel={refundsText.list.markRefunded}
        confirmation={closeRefundDialog}
        busyLabel={commonText.saving}
        consequence={disputesText.markRefundedConsequence}
        title={disputesText.markDisputedQuestion}
      />
    </>
  )
}

export const PaymentsPage = dashboardWith('payments', PaymentsView)
